extends Node3D
## By hand: what pictures of a crowd take, beside an unanimated MultiMesh of the same mesh and beside Skeleton3D characters, in
## one run. A picture counts as drawn when it has been read back: without that, drawing only fills queues.

const Crowd := preload("res://addons/texeleton/crowd.gd")

## What one entry of the run takes: its pictures alternate with those of the others.
class Entry:
	var what: String
	var count: int
	var root: Node3D
	var step: Callable
	var milliseconds := PackedFloat64Array()

	func median() -> float:
		var sorted := milliseconds.duplicate()
		sorted.sort()
		return sorted[sorted.size() / 2]

var test: Node
var task: Dictionary

var _asset: TexeletonAsset
var _entries: Array[Entry] = []


func run() -> void:
	_asset = load("res://texeleton/fox.texgodot")
	# From above, so that everything is in the picture, in a part of a pixel each: what is measured is vertices.
	var camera := Camera3D.new()
	camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	camera.size = 1.2 * sqrt(float(task.count))
	camera.far = 1000.0
	add_child(camera)
	camera.position = Vector3(0, 200, 200)
	camera.basis = Basis.looking_at(-camera.position)
	camera.make_current()
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
			await _pictures(entry, n > 0)
			entry.root.visible = false
	var empty := _entries[0].median()
	for entry in _entries:
		var each := 1000.0 * (entry.median() - empty) / maxi(1, entry.count)
		print("BENCH %s: %d, %.1f ms a picture (%.1f to %.1f), %.2f us each beside the empty scene" % [
			entry.what, entry.count, entry.median(), Array(entry.milliseconds).min(), Array(entry.milliseconds).max(), each])
	_compare(empty)


## Ratios of this run. Skeletons: the slope between two numbers of them, so that what does not depend on the number falls out.
func _compare(empty: float) -> void:
	var crowd := (_entries[1].median() - empty) / _entries[1].count
	var still := (_entries[2].median() - empty) / _entries[2].count
	var few := _entries[3]
	var many := _entries[4]
	var skeleton := (many.median() - few.median()) / (many.count - few.count)
	print("BENCH an instance of the crowd against one that does not move: %.2f" % (crowd / still))
	print("BENCH a Skeleton3D character against an instance of the crowd: %.1f" % (skeleton / crowd))


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


## The same mesh, in the bind pose, drawn with a stock material.
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
func _pictures(entry: Entry, counts: bool) -> void:
	for n in 1 + int(task.pictures):
		var begin := Time.get_ticks_usec()
		await get_tree().process_frame
		entry.step.call()
		await RenderingServer.frame_post_draw
		get_viewport().get_texture().get_image()
		if counts and n >= 1:
			entry.milliseconds.append((Time.get_ticks_usec() - begin) / 1000.0)
