extends Node
## The check that ships with the add-on, and positions, normals and sockets that another decoder (resources/engines/web, in
## JavaScript, on the pack itself) expects: of level 0, drawn by the GPU.

const Check := preload("res://addons/texeleton/check/check.gd")
const Crowd := preload("res://addons/texeleton/crowd.gd")
const Probe := preload("res://addons/texeleton/check/probe.gd")

var test: Node
var task: Dictionary


func run() -> void:
	var shipped: Node = load("res://addons/texeleton/check/check.tscn").instantiate()
	shipped.set("files", PackedStringArray(task.check_files))
	add_child(shipped)
	var problems: PackedStringArray = await shipped.done
	test.check("the check that ships says PASS", problems.is_empty(), problems)
	for name: String in task.expected:
		await _expect(name, task.expected[name])


func _expect(name: String, expected: Dictionary) -> void:
	var crowd := Crowd.new()
	crowd.asset = load("res://texeleton/%s.texgodot" % name)
	crowd.count = expected.moments.size()
	crowd.manual = true
	add_child(crowd)
	var instances := PackedInt32Array()
	for i: int in expected.moments.size():
		var moment: Dictionary = expected.moments[i]
		instances.append(i)
		crowd.play(i, moment.clip, 0.0, 0.0, moment.seconds)
		if moment.has("to"):
			crowd.play(i, moment.to, 1.0, 0.0, moment.toSeconds)
	crowd.advance(0.25) # A quarter of each fade.
	var size: float = crowd.asset.size_metres
	var metres := 0.0
	var normals := 0.0
	var vertices := 0
	var result := Probe.Result.new()
	var probe := Probe.new()
	add_child(probe)
	for surface: int in crowd.asset.levels[0].meshes.size():
		var drawn: Array = await probe.shown(crowd, 0, surface, instances, result, 0, int(expected.steps[surface]))
		if result.problem != "":
			break
		for i: int in expected.moments.size():
			for vertex: Dictionary in expected.moments[i].vertices:
				if vertex.surface == surface:
					var p: Array = vertex.position
					var n: Array = vertex.normal
					metres = maxf(metres, (drawn[i][0][vertex.place] as Vector3).distance_to(Vector3(p[0], p[1], p[2])))
					normals = maxf(normals, (drawn[i][1][vertex.place] as Vector3).distance_to(Vector3(n[0], n[1], n[2])))
					vertices += 1
	var sockets := 0.0
	for i: int in expected.moments.size():
		for socket: Dictionary in expected.moments[i].sockets:
			var pose := crowd.socket_transform(i, socket.name)
			var p: Array = socket.position
			var r: Array = socket.rotation
			# A crowd of a grid: what is asked for is the pose in the character's space.
			pose = crowd.get_instance_transform(i).affine_inverse() * pose
			sockets = maxf(sockets, pose.origin.distance_to(Vector3(p[0], p[1], p[2])))
			var turn := pose.basis.orthonormalized() if pose.basis.determinant() > 0.0 else Basis(-pose.basis.x, pose.basis.y, pose.basis.z).orthonormalized()
			sockets = maxf(sockets, (turn.z - Basis(Quaternion(r[0], r[1], r[2], r[3]).normalized()).z).length())
	test.check("%s: %s against the decoder in JavaScript" % [name, result.problem], result.problem == "" and vertices > 50 and metres < 1e-4 * size and normals < 4e-3 and sockets < 1e-3,
		"%d vertices, %.6f of %.2f m, normals %.4f, sockets %.6f" % [vertices, metres, size, normals, sockets])
	crowd.queue_free()
	probe.queue_free()
