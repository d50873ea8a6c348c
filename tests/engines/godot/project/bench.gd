extends Node3D
## Run by hand: times of drawing a crowd, next to an unanimated MultiMesh of the same mesh and Skeleton3D characters, in
## one run. A picture counts as drawn once it has been read back, since drawing alone only fills queues.

const Crowd := preload("res://addons/texeleton/crowd.gd")

## The figures of one entry of the run, whose pictures alternate with those of the others.
class Entry:
	var what: String
	var count: int
	var root: Node3D
	var step: Callable
	var milliseconds := PackedFloat64Array() # For each picture.
	var undrawn := PackedFloat64Array() # The same while the camera sees none of it: the CPU's cost of animating.
	var draws := 0

	static func median(list: PackedFloat64Array) -> float:
		var sorted := list.duplicate()
		sorted.sort()
		return sorted[sorted.size() / 2]

var test: Node
var task: Dictionary

var _asset: TexeletonAsset
var _camera: Camera3D
var _entries: Array[Entry] = []


func run() -> void:
	_asset = load("res://texeleton/fox.texgodot")
	# From above, with everything in the picture but smaller than a pixel, so that vertices are measured.
	_camera = Camera3D.new()
	_camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	_camera.size = 1.2 * sqrt(float(task.count))
	_camera.far = 1000.0
	add_child(_camera)
	_camera.position = Vector3(0, 200, 200)
	_camera.basis = Basis.looking_at(-_camera.position)
	_camera.make_current()
	var light := DirectionalLight3D.new()
	light.rotation = Vector3(-0.9, 0.5, 0)
	add_child(light)
	_enter("empty", 0, Node3D.new(), func() -> void: pass)
	_enter_crowd(task.count)
	_enter_still(task.count)
	for count: int in task.skeletons:
		_enter_skeletons(count)
	for entry in _entries:
		entry.root.visible = false
	for n: int in task.rounds:
		for entry in _entries:
			entry.root.visible = true
			await _pictures(entry, int(task.pictures), entry.milliseconds, n > 0)
			entry.draws = RenderingServer.get_rendering_info(RenderingServer.RENDERING_INFO_TOTAL_DRAW_CALLS_IN_FRAME)
			_camera.cull_mask = 1 << 19
			await _pictures(entry, 20, entry.undrawn, n > 0)
			_camera.cull_mask = 1
			entry.root.visible = false
	for entry in _entries:
		print("BENCH %s: %d, %.1f ms a picture (%.1f to %.1f), %.2f ms without drawing, %d draws" % [
			entry.what, entry.count, Entry.median(entry.milliseconds), Array(entry.milliseconds).min(), Array(entry.milliseconds).max(),
			Entry.median(entry.undrawn), entry.draws])
	_compare()


## Ratios of this run. For skeletons: the slope between two counts, which removes constant costs.
func _compare() -> void:
	for drawn: bool in [true, false]:
		var all: Array = _entries.map(func(entry: Entry) -> float: return 1000.0 * Entry.median(entry.milliseconds if drawn else entry.undrawn))
		var crowd: float = (all[1] - all[0]) / _entries[1].count
		var still: float = (all[2] - all[0]) / _entries[2].count
		var skeleton: float = (all[4] - all[3]) / (_entries[4].count - _entries[3].count)
		print("BENCH each, %s: crowd %.2f us, MultiMesh that does not move %.2f us, Skeleton3D %.2f us" % ["drawn" if drawn else "without drawing", crowd, still, skeleton])
		if drawn:
			print("BENCH crowd / MultiMesh that does not move %.2f, Skeleton3D / crowd %.2f" % [crowd / still, skeleton / crowd])


func _enter(what: String, count: int, root: Node3D, step: Callable) -> void:
	var entry := Entry.new()
	entry.what = what
	entry.count = count
	entry.root = root
	entry.step = step
	add_child(root)
	_entries.append(entry)


func _place(i: int, count: int) -> Transform3D:
	var side := ceili(sqrt(count))
	return Transform3D(Basis(), Vector3(i % side - 0.5 * side, 0, i / side - 0.5 * side))


func _enter_crowd(count: int) -> void:
	var crowd := Crowd.new()
	crowd.asset = _asset
	crowd.count = count
	crowd.manual = true
	_enter("crowd", count, crowd, func() -> void: crowd.advance(0.016))
	for i in count:
		crowd.set_instance_transform(i, _place(i, count))
		crowd.play(i, _asset.clips[i % _asset.clips.size()].name, 0.0, 1.0, 0.37 * i)


## The same mesh in the bind pose, drawn with a stock material.
func _enter_still(count: int) -> void:
	var root := Node3D.new()
	for mesh: ArrayMesh in _asset.levels[0].meshes:
		var still := MultiMesh.new()
		still.transform_format = MultiMesh.TRANSFORM_3D
		still.mesh = mesh
		still.instance_count = count
		for i in count:
			still.set_instance_transform(i, _place(i, count))
		var node := MultiMeshInstance3D.new()
		node.multimesh = still
		node.material_override = StandardMaterial3D.new()
		root.add_child(node)
	_enter("MultiMesh that does not move", count, root, func() -> void: pass)


func _enter_skeletons(count: int) -> void:
	var gltf := GLTFDocument.new()
	var state := GLTFState.new()
	gltf.append_from_buffer(FileAccess.get_file_as_bytes("res://fox.source.glb"), "", state)
	var root := Node3D.new()
	var players: Array[AnimationPlayer] = []
	for i in count:
		var character: Node3D = gltf.generate_scene(state)
		character.transform = _place(i, count).scaled_local(Vector3.ONE * 0.01)
		for node: MeshInstance3D in character.find_children("*", "MeshInstance3D"):
			node.material_override = StandardMaterial3D.new()
		root.add_child(character)
		var player: AnimationPlayer = character.find_children("*", "AnimationPlayer")[0]
		var clips := player.get_animation_list()
		player.get_animation(clips[i % clips.size()]).loop_mode = Animation.LOOP_LINEAR
		player.play(clips[i % clips.size()])
		player.advance(0.037 * i)
		player.callback_mode_process = AnimationMixer.ANIMATION_CALLBACK_MODE_PROCESS_MANUAL
		players.append(player)
	_enter("Skeleton3D", count, root, func() -> void:
		for player in players:
			player.advance(0.016))


## Pictures of one entry, each read back. The first is not counted.
func _pictures(entry: Entry, number: int, into: PackedFloat64Array, counts: bool) -> void:
	for n in 1 + number:
		var begin := Time.get_ticks_usec()
		await get_tree().process_frame
		entry.step.call()
		await RenderingServer.frame_post_draw
		get_viewport().get_texture().get_image()
		if counts and n >= 1:
			into.append((Time.get_ticks_usec() - begin) / 1000.0)
