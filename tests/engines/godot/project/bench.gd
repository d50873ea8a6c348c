extends Node3D
## By hand: frame times of a crowd against a MultiMesh that does not move and against Skeleton3D characters, in one run.

const Crowd := preload("res://addons/texeleton/crowd.gd")

var test: Node
var task: Dictionary


func run() -> void:
	var camera := Camera3D.new()
	add_child(camera)
	camera.position = Vector3(0, 30, 60)
	camera.basis = Basis.looking_at(Vector3(0, 0, -20) - camera.position)
	camera.make_current()
	var light := DirectionalLight3D.new()
	light.rotation = Vector3(-0.9, 0.5, 0)
	add_child(light)
	var asset: TexeletonAsset = load("res://texeleton/fox.texgodot")
	for count: int in task.counts:
		var crowd := Crowd.new()
		crowd.asset = asset
		crowd.count = count
		crowd.grid_spacing = 1.0
		add_child(crowd)
		var ours: Array = await _measure()
		var cpu := Time.get_ticks_usec()
		for n in 200:
			crowd.advance(0.01)
		cpu = (Time.get_ticks_usec() - cpu) / 200
		crowd.queue_free()
		await get_tree().process_frame
		# The same mesh, in the bind pose, drawn with a stock material.
		var side := ceili(sqrt(count))
		var nodes: Array[Node] = []
		for mesh: ArrayMesh in asset.levels[0].meshes:
			var still := MultiMesh.new()
			still.transform_format = MultiMesh.TRANSFORM_3D
			still.mesh = mesh
			still.instance_count = count
			for i in count:
				still.set_instance_transform(i, Transform3D(Basis(), Vector3(i % side - 0.5 * side, 0, -(i / side))))
			var node := MultiMeshInstance3D.new()
			node.multimesh = still
			node.material_override = StandardMaterial3D.new()
			add_child(node)
			nodes.append(node)
		var floor_time: Array = await _measure()
		for node in nodes:
			node.queue_free()
		await get_tree().process_frame
		print("BENCH %d instances: crowd %.1f ms (%d us of it in advance()), MultiMesh that does not move %.1f ms" % [count, ours[0], cpu, floor_time[0]])
		if count <= task.most_skeletons:
			var gltf := GLTFDocument.new()
			var state := GLTFState.new()
			gltf.append_from_buffer(FileAccess.get_file_as_bytes("res://fox.source.glb"), "", state)
			nodes.clear()
			for i in count:
				var character: Node3D = gltf.generate_scene(state)
				character.position = Vector3(i % side - 0.5 * side, 0, -(i / side))
				add_child(character)
				var player: AnimationPlayer = character.find_children("*", "AnimationPlayer")[0]
				player.play(player.get_animation_list()[0])
				nodes.append(character)
			var skeletons: Array = await _measure()
			print("BENCH %d Skeleton3D characters: %.1f ms" % [count, skeletons[0]])
			for node in nodes:
				node.queue_free()
			await get_tree().process_frame


## Mean milliseconds of a picture.
func _measure() -> Array:
	for n in 3:
		await RenderingServer.frame_post_draw
	var begin := Time.get_ticks_usec()
	var pictures := 0
	while pictures < 3 or Time.get_ticks_usec() - begin < 1500000:
		await RenderingServer.frame_post_draw
		pictures += 1
	return [(Time.get_ticks_usec() - begin) / 1000.0 / pictures]
