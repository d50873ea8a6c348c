extends Node
## The check that ships with the add-on, and positions, normals and sockets of level 0, drawn by the GPU, against
## another decoder (resources/engines/web, in JavaScript, on the pack itself).

const Check := preload("res://addons/texeleton/check/check.gd")
const Crowd := preload("res://addons/texeleton/crowd.gd")
const Probe := preload("res://addons/texeleton/check/probe.gd")
const Ticker := preload("res://addons/texeleton/ticker.gd")

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
		_expect_events(name, task.expected[name])


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
	var compared := 0
	for i: int in expected.moments.size():
		for socket: Dictionary in expected.moments[i].sockets:
			var pose := crowd.socket_transform(i, socket.name)
			var p: Array = socket.position
			var r: Array = socket.rotation
			# A crowd on a grid: the pose is compared in the character's space.
			pose = crowd.get_instance_transform(i).affine_inverse() * pose
			sockets = maxf(sockets, pose.origin.distance_to(Vector3(p[0], p[1], p[2])))
			var turn := pose.basis.orthonormalized() if pose.basis.determinant() > 0.0 else Basis(-pose.basis.x, pose.basis.y, pose.basis.z).orthonormalized()
			var wanted := Basis(Quaternion(r[0], r[1], r[2], r[3]).normalized())
			sockets = maxf(sockets, maxf((turn.z - wanted.z).length(), (turn.y - wanted.y).length()))
			compared += 1
	test.check("%s: %s against the decoder in JavaScript" % [name, result.problem], result.problem == "" and vertices > 50 and metres < 1e-4 * size and normals < 4e-3 and sockets < 1e-3 * maxf(1.0, size),
		"%d vertices, %.6f of %.2f m, normals %.4f, %d poses of sockets, %.6f" % [vertices, metres, size, normals, compared, sockets])
	test.check("%s: it has sockets, as it was baked" % name, compared == expected.moments.size() * int(expected.sockets) and (compared > 0 or not expected.exposes), compared)
	crowd.queue_free()
	probe.queue_free()


## The signals of a crowd and of a ticker in uneven steps: names and times in the order of the pack's clip.
func _expect_events(name: String, expected: Dictionary) -> void:
	for entry: Dictionary in expected.events:
		var crowd := Crowd.new()
		crowd.asset = load("res://texeleton/%s.texgodot" % name)
		crowd.manual = true
		add_child(crowd)
		var ticker := Ticker.new()
		var of_crowd := []
		var of_ticker := []
		crowd.event.connect(func(_i: int, event: String, parameter: String, time: float) -> void: of_crowd.append([event, parameter, snappedf(time, 1e-6)]))
		ticker.event.connect(func(event: String, parameter: String, time: float, _l: int) -> void: of_ticker.append([event, parameter, snappedf(time, 1e-6)]))
		crowd.play(0, entry.clip)
		ticker.play(crowd.asset.clip(entry.clip))
		var at := 0.0
		while at < entry.seconds:
			var step := minf(0.004 + fmod(at * 5.77, 0.21), entry.seconds - at)
			at = at + step if step < entry.seconds - at else float(entry.seconds)
			crowd.advance(step)
			ticker.tick(step)
		var wanted: Array = entry.fired.map(func(fired: Array) -> Array: return [fired[0], fired[1], snappedf(fired[2], 1e-6)])
		test.check("%s: events of \"%s\" by the crowd's signal" % [name, entry.clip], of_crowd == wanted and wanted.size() > 0, of_crowd if of_crowd != wanted else wanted.size())
		test.check("%s: events of \"%s\" by the ticker's signal" % [name, entry.clip], of_ticker == wanted, of_ticker if of_ticker != wanted else wanted.size())
		crowd.queue_free()
