extends Node3D
## Pictures with checks: shadows that animate, sockets that follow, variants, fades, events, root motion, levels of
## detail, the state of motion vectors.

const Crowd := preload("res://addons/texeleton/crowd.gd")
const Preview := preload("res://addons/texeleton/preview.gd")
const Probe := preload("res://addons/texeleton/check/probe.gd")
const Socket := preload("res://addons/texeleton/socket.gd")

var test: Node
var task: Dictionary

var _camera: Camera3D
var _light: Light3D


func run() -> void:
	await _stage()
	for name: String in task.scenes:
		if _light != null:
			_light.free()
		await call("_" + name)


func _stage() -> void:
	# A quarter of the pixels, since the GPU is emulated in software.
	get_viewport().scaling_3d_scale = 0.5
	_camera = Camera3D.new()
	_camera.fov = 35.0
	add_child(_camera)
	_camera.make_current()
	var world := WorldEnvironment.new()
	world.environment = Environment.new()
	# Not a sky: it changes from picture to picture, and every material would be compiled for it too. The preview has one.
	world.environment.background_mode = Environment.BG_COLOR
	world.environment.background_color = Color(0.5, 0.6, 0.7)
	world.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	world.environment.ambient_light_color = Color.WHITE
	world.environment.ambient_light_energy = 0.5
	add_child(world)
	var ground := MeshInstance3D.new()
	ground.mesh = PlaneMesh.new()
	ground.mesh.size = Vector2(200, 200)
	var material := StandardMaterial3D.new()
	material.albedo_color = Color(0.5, 0.53, 0.57)
	ground.material_override = material
	add_child(ground)


func _lit(kind: String) -> void:
	if _light != null:
		_light.free()
	match kind:
		"directional":
			_light = DirectionalLight3D.new()
			_light.rotation = Vector3(-0.9, 0.7, 0.0)
			_light.directional_shadow_mode = DirectionalLight3D.SHADOW_ORTHOGONAL
			_light.directional_shadow_max_distance = 14.0
		"spot":
			_light = SpotLight3D.new()
			_light.position = Vector3(4, 8, 4)
			_light.spot_range = 40.0
			_light.spot_angle = 50.0
			_light.light_energy = 12.0
			_light.basis = Basis.looking_at(Vector3(-4, -8, -6))
		"omni":
			_light = OmniLight3D.new()
			_light.position = Vector3(2, 6, 2)
			_light.omni_range = 30.0
			_light.light_energy = 8.0
	_light.shadow_enabled = true
	add_child(_light)


func _crowd_of(name: String, count: int, spacing: float) -> Crowd:
	var crowd := Crowd.new()
	crowd.asset = load("res://texeleton/%s.texgodot" % name)
	crowd.count = count
	crowd.grid_spacing = spacing
	crowd.manual = true
	add_child(crowd)
	return crowd


func _look(from: Vector3, at: Vector3) -> void:
	_camera.position = from
	_camera.basis = Basis.looking_at(at - from)


func _picture() -> Image:
	await RenderingServer.frame_post_draw
	await RenderingServer.frame_post_draw
	return get_viewport().get_texture().get_image()


func _shot(name: String) -> void:
	var image: Image = await _picture()
	print("SHOT %s %s" % [name, Marshalls.raw_to_base64(image.save_png_to_buffer())])


static func _differing(a: Image, b: Image, by := 0.04) -> int:
	var count := 0
	for y in range(0, a.get_height(), 2):
		for x in range(0, a.get_width(), 2):
			var p := a.get_pixel(x, y)
			var q := b.get_pixel(x, y)
			if absf(p.r - q.r) + absf(p.g - q.g) + absf(p.b - q.b) > by:
				count += 1
	return count


func _knights() -> void:
	var crowd := _crowd_of("knight", 16, 1.7)
	for i in 16:
		var clip := crowd.asset.clips[i % crowd.asset.clips.size()]
		crowd.play(i, clip.name, 0.0, 1.0, 0.17 * i if clip.loop else 0.3)
		crowd.set_tint(i, Color.from_hsv(i / 16.0, 0.45, 1.0))
	_look(Vector3(3.5, 4.0, 6.5), Vector3(-0.2, 0.5, -2.2))
	_lit("directional")
	crowd.advance(0.3)
	# A sword: a node under a socket.
	var sockets: Array[Socket] = []
	for i in 16:
		var socket := Socket.new()
		socket.instance = i
		socket.socket = crowd.asset.socket_names()[0]
		var blade := MeshInstance3D.new()
		blade.mesh = BoxMesh.new()
		blade.mesh.size = Vector3(0.04, 0.04, 0.7)
		blade.position.z = 0.35
		socket.add_child(blade)
		crowd.add_child(socket)
		sockets.append(socket)
	await _shot("crowd")
	var pose := crowd.socket_transform(3, sockets[3].socket)
	test.check("a socket's node is where the socket is", sockets[3].transform.is_equal_approx(pose) and pose.origin.distance_to(crowd.get_instance_transform(3).origin) > 0.1, pose.origin)
	for socket in sockets:
		socket.queue_free()
	crowd.queue_free()
	await get_tree().process_frame
	# A few characters from nearby, since software draws slowly.
	crowd = _crowd_of("knight", 4, 1.7)
	_look(Vector3(2.2, 3.2, 3.6), Vector3(-0.3, 0.2, -0.9))
	for i in 4:
		crowd.play(i, crowd.asset.clips[i % crowd.asset.clips.size()].name, 0.0, 1.0, 0.17 * i)
	# Bodies cast shadows but are not drawn: only shadows differ between two times.
	for kind: String in task.lights:
		_lit(kind)
		crowd.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_SHADOWS_ONLY
		var before: Image = await _picture()
		crowd.advance(0.25)
		var after: Image = await _picture()
		test.check("shadows of a %s light animate" % kind, _differing(before, after) > 60, _differing(before, after))
		crowd.cast_shadow = GeometryInstance3D.SHADOW_CASTING_SETTING_ON
		await _shot("shadows-" + kind)
		crowd.advance(0.0)
	# Stepped: constant between two frames. In the light that is drawn fastest.
	_lit("directional")
	crowd.stepped = true
	for i in 4:
		crowd.play(i, "Walk")
	crowd.advance(0.0)
	await _picture()
	var still: Image = await _picture()
	crowd.advance(0.4 / 60.0)
	test.check("stepped playback holds a frame", _differing(still, await _picture(), 0.01) == 0)
	crowd.stepped = false
	crowd.advance(0.0)
	test.check("smooth playback does not", _differing(still, await _picture(), 0.01) > 0)
	crowd.queue_free()
	await get_tree().process_frame


## An instance looks the same whatever its index, and has the colours of its material.
func _colors() -> void:
	_lit("directional")
	_look(Vector3(0, 1.2, 3.2), Vector3(0, 0.6, 0))
	var pictures: Array[Image] = []
	for count: int in [1, 6]:
		var crowd := _crowd_of("knight", count, 0.0)
		for i in count:
			crowd.play(i, "Idle", 0.0, 0.0, 0.3)
			crowd.set_instance_transform(i, Transform3D(Basis(), Vector3(0, 0, 0 if i == count - 1 else 500)))
		crowd.advance(0.1)
		await _picture()
		pictures.append(await _picture())
		crowd.queue_free()
		await get_tree().process_frame
	test.check("an instance looks the same whatever its number", _differing(pictures[0], pictures[1]) < 5, _differing(pictures[0], pictures[1]))
	var red := 0
	for y in range(80, 320, 4):
		for x in range(240, 400, 4):
			var pixel := pictures[0].get_pixel(x, y)
			red += 1 if pixel.r > pixel.b + 0.06 and pixel.r > 0.2 else 0
	test.check("it has its colours", red > 20, red)


## A character mirrored by its joints looks like the other one in a mirror, with correct sides and normals.
func _mirrored() -> void:
	_lit("directional")
	_light.rotation = Vector3(-0.7, 0.0, 0.0) # Equal from left and right.
	_light.shadow_enabled = false
	var pictures: Array[Image] = []
	for name: String in ["plain", "mirrored"]:
		_look(Vector3(1.1 if name == "plain" else -1.1, 0.9, 1.5), Vector3(0, 0.35, 0))
		var crowd := _crowd_of(name, 1, 0.0)
		crowd.play(0, crowd.asset.clips[0].name, 0.0, 0.0, 0.2)
		crowd.set_instance_transform(0, Transform3D(Basis(), Vector3.ZERO))
		crowd.advance(0.1)
		test.check("%s: whether poses mirror is known" % name, crowd.asset.mirrors == (name == "mirrored"))
		await _picture()
		pictures.append(await _picture())
		await _shot(name)
		if name == "mirrored":
			# The wrong picture, culled as if nothing were mirrored.
			var wrong := crowd.get_surface_material(0, 0)
			var shader := Shader.new()
			shader.code = wrong.shader.code.replace("cull_disabled", "cull_back").replace("#define MIRRORS", "").replace("#define SINGLE_SIDED", "")
			wrong.shader = shader
			await _picture()
			pictures.append(await _picture())
		crowd.queue_free()
		await get_tree().process_frame
	pictures[1].flip_x()
	pictures[2].flip_x()
	var right := _differing(pictures[0], pictures[1], 0.1)
	var wrong_by := _differing(pictures[0], pictures[2], 0.1)
	test.check("it looks as the other does in a mirror", right < 80 and wrong_by > 10 * maxi(right, 10), [right, wrong_by])


## Events of the crowd and of a fade, and a clip that waits for the end of a fade.
func _events() -> void:
	var crowd := _crowd_of("knight", 3, 2.0)
	var walk: TexeletonClip = null
	for clip in crowd.asset.clips:
		if clip.loop and clip.events.size() > 0:
			walk = clip
	var fired := []
	crowd.event.connect(func(instance: int, name: String, _parameter: String, time: float) -> void: fired.append([instance, name, time]))
	var quiet := ""
	for clip in crowd.asset.clips:
		if clip.events.is_empty() and clip.loop:
			quiet = clip.name
	for i in 3:
		crowd.play(i, quiet)
	crowd.play(1, walk.name)
	var end := 10.0 * walk.length_seconds
	var at := 0.0
	while at < end:
		crowd.advance(minf(0.0137, end - at))
		at += 0.0137
	var own := fired.filter(func(event: Array) -> bool: return event[0] == 1)
	test.check("each event once a cycle, for the instance that plays it", own.size() == fired.size() and absi(own.size() - 10 * walk.events.size()) <= 1 and own.size() > 0, "%d of %d" % [own.size(), 10 * walk.events.size()])
	# Paused: time does not advance.
	var before := crowd.position_seconds(1)
	crowd.manual = false
	get_tree().paused = true
	await get_tree().create_timer(0.2, true).timeout
	test.check("it stands still while the tree is paused", crowd.position_seconds(1) == before)
	get_tree().paused = false
	await get_tree().create_timer(0.2, true).timeout
	test.check("and goes on afterwards", crowd.position_seconds(1) > before)
	crowd.manual = true
	# A fade is not interrupted by the next.
	crowd.play(0, walk.name)
	crowd.advance(0.5)
	crowd.play(0, quiet, 0.4)
	crowd.advance(0.2)
	crowd.play(0, walk.name, 0.4)
	test.check("a clip waits for the fade that is under way", crowd.playing(0) == quiet)
	crowd.advance(0.3)
	var moment := crowd.moment(0)
	test.check("and begins when that has ended", crowd.playing(0) == walk.name and absf(moment.share - 0.25) < 0.01, moment.share)
	test.check("at the time at which it ended", absf(crowd.position_seconds(0) - 0.1) < 0.002, crowd.position_seconds(0))
	# Unknown names are reported.
	test.check("an unknown clip is refused", not crowd.play(0, "Fly"))
	crowd.queue_free()


## Ends are reported once, queued clips begin at the tick of the end, for any division of time; sections are parts of
## their clips.
func _queues() -> void:
	var asset: TexeletonAsset = ResourceLoader.load("res://texeleton/knight.texgodot", "", ResourceLoader.CACHE_MODE_IGNORE)
	var walk := asset.clip("Walk")
	var length := walk.length_seconds
	test.check("sections are added", asset.add_section("part", "Walk", 0.25 * length, 0.75 * length) and asset.add_section("round", "Walk", 0.0, 0.5 * length, true))
	var part := asset.clip("part")
	var around := asset.clip("round")
	var start := float(part.frame_begin - walk.frame_begin) / walk.frame_count * length # It loops.
	var runs: Array[String] = []
	var step := part.length_seconds / 16.0
	for size: int in [1, 4, 64]:
		var crowd := Crowd.new()
		crowd.asset = asset
		crowd.count = 3
		crowd.manual = true
		crowd.scatter_time = false
		add_child(crowd)
		var told: Array[Array] = [[], [], []]
		crowd.event.connect(func(instance: int, name: String, _parameter: String, _time: float) -> void: told[instance].append(name))
		crowd.finished.connect(func(instance: int, name: String, layer: bool) -> void: told[instance].append("%s ended%s" % [name, " layer" if layer else ""]))
		crowd.play(0, "part")
		crowd.queue(0, "part", 0.0, -1.0)
		crowd.queue(0, "Walk", 0.1)
		crowd.play(1, "round", 0.0, 1.0, 0.25 * around.length_seconds)
		crowd.queue(1, "part")
		crowd.play(2, "part", 0.0, 0.0)
		crowd.queue(2, "Walk")
		for i in 64 / size:
			crowd.advance(step * size)
		var last := ""
		for i in 3:
			last += "%s %.2f %s; " % [crowd.playing(i), crowd.position_seconds(i), crowd.is_finished(i)]
		runs.append("%s %s" % [told, last])
		if size == 1:
			test.check("ends are told once", told[0].count("part ended") == 2 and told[1].count("part ended") == 1 and told[2].count("part ended") == 0, told)
			test.check("each clip begins when the one before has ended", absf(crowd.position_seconds(0) - 2.0 * part.length_seconds) < 0.01 and crowd.playing(0) == "Walk"
				and crowd.is_finished(1) and crowd.playing(2) == "part", last)
			crowd.play(0, "part")
			crowd.queue(0, "Walk")
			crowd.clear_queue(0)
			crowd.advance(2.0 * part.length_seconds)
			test.check("a queue is cleared", crowd.playing(0) == "part" and crowd.is_finished(0))
			crowd.queue(0, "Walk")
			test.check("behind a clip that has ended, one begins at once", crowd.playing(0) == "Walk" and crowd.position_seconds(0) == 0.0)
			var off := 0.0
			for n in 9:
				var seconds := part.length_seconds * n / 8.0
				crowd.play(0, "part", 0.0, 0.0, seconds)
				crowd.play(1, "Walk", 0.0, 0.0, start + seconds)
				var places: Array[Transform3D] = []
				for i in 2:
					places.append(crowd.get_instance_transform(i).affine_inverse() * crowd.socket_transform(i, asset.socket_names()[0]))
				off = maxf(off, places[0].origin.distance_to(places[1].origin))
			test.check("a section shows its clip", off < 1e-3, off)
		crowd.free()
	test.check("the same however time is cut up", runs[0] == runs[1] and runs[0] == runs[2], "\n".join(runs))


func _variants() -> void:
	var crowd := _crowd_of("kaykit", 3, 1.6)
	var names := crowd.asset.variant_names()
	_lit("directional")
	for i in 3:
		crowd.set_instance_transform(i, Transform3D(Basis(), Vector3(1.6 * (i - 1), 0, 0)))
		crowd.set_variant(i, names[i % names.size()])
		crowd.play(i, crowd.asset.clips[0].name, 0.0, 0.0, 0.2)
	crowd.advance(0.1)
	_look(Vector3(0, 1.8, 5.5), Vector3(0, 0.7, 0))
	await _shot("variants")
	var before: Image = await _picture()
	crowd.set_variant(1, names[0])
	crowd.advance(0.0)
	test.check("another variant is another picture (%s)" % names, names.size() > 1 and _differing(before, await _picture()) > 50)
	crowd.queue_free()
	await get_tree().process_frame


func _lods() -> void:
	var crowd := _crowd_of("fox", 40, 1.0)
	_look(Vector3(0, 3, 4), Vector3(0, 0, -4))
	_lit("directional")
	for i in 40:
		crowd.set_instance_transform(i, Transform3D(Basis(), Vector3(i % 4 - 1.5, 0, -(i / 4) * 1.5)))
	crowd.lod_distances = PackedFloat32Array([6.0, 9.0])
	crowd.cull_distance = 14.0
	crowd.advance(0.1)
	var levels := PackedInt32Array([0, 0, 0, 0])
	for i in 40:
		var distance := _camera.position.distance_to(crowd.get_instance_transform(i).origin)
		var wanted := 0 if distance < 6.0 else (1 if distance < 9.0 else (2 if distance <= 14.0 else -1))
		levels[crowd.level_of(i)] += 1
		if crowd.level_of(i) != wanted:
			test.check("level of instance %d" % i, false, [crowd.level_of(i), wanted, distance])
	test.check("levels of detail by distance", crowd.asset.levels.size() == 3 and levels[0] > 0 and levels[1] > 0 and levels[2] > 0 and levels[3] > 0, levels)
	await _shot("lods")
	var box := crowd.get_bounds()
	var holds := true
	for i in 40:
		holds = holds and box.encloses(crowd.get_instance_transform(i) * crowd.asset.clip(crowd.playing(i)).bounds)
	test.check("the box holds all instances", holds)
	crowd.set_instance_transform(5, Transform3D(Basis(), Vector3(5000, 0, 0)))
	test.check("it grows at once", crowd.get_bounds().end.x > 4900.0)
	crowd.set_instance_transform(5, Transform3D())
	for n in 3:
		crowd.advance(0.0)
	test.check("and shrinks afterwards", crowd.get_bounds().end.x < 1000.0, crowd.get_bounds())
	crowd.queue_free()
	await get_tree().process_frame


## A travelling clip: applied, or handed out; its position agrees with the track.
func _root() -> void:
	var crowd := _crowd_of("travel", 2, 0.0)
	var clip: TexeletonClip = null
	for one in crowd.asset.clips:
		if one.root_track.size() > 4 and absf(one.root_track[one.root_track.size() - 2]) > 0.1:
			clip = one
	test.check("there is a clip that travels", clip != null)
	if clip == null:
		return
	var last := clip.root_track.size() - 4
	var cycle := Vector3(clip.root_track[last], clip.root_track[last + 1], clip.root_track[last + 2])
	crowd.apply_root_motion = true
	crowd.play(0, clip.name)
	crowd.apply_root_motion = false
	crowd.play(1, clip.name)
	crowd.apply_root_motion = true
	var handed := Transform3D()
	var steps := 97
	for i in steps:
		crowd.advance(clip.length_seconds / steps)
		handed *= crowd.take_root_motion(1)
	var carried := crowd.get_instance_transform(0).origin
	test.check("a cycle carries as far as the track says", cycle.length() > 0.1 and carried.distance_to(cycle) < 0.01 * cycle.length() + 1e-3, [carried, cycle])
	test.check("steps that are handed out add up to it", handed.origin.distance_to(cycle) < 0.01 * cycle.length() + 1e-3, handed.origin)
	test.check("the box follows", crowd.get_bounds().encloses(crowd.get_instance_transform(0) * clip.bounds))
	crowd.queue_free()


## The picture of the previous matrix, with its own clock and state. Running vertex() with it is up to renderers with
## motion vectors, which Compatibility lacks.
func _motion_vectors() -> void:
	var crowd := Crowd.new()
	crowd.asset = load("res://texeleton/knight.texgodot")
	crowd.motion_vectors = true
	crowd.manual = true
	add_child(crowd)
	crowd.play(0, "Run")
	crowd.advance(0.1)
	var probe := Probe.new()
	add_child(probe)
	var result := Probe.Result.new()
	var one := PackedInt32Array([0])
	var parity: int = crowd.get_surface_material(0, 0).get_shader_parameter("texeleton_layout").w
	var first: Array = await probe.shown(crowd, 0, 0, one, result, parity)
	crowd.advance(0.05)
	var second: Array = await probe.shown(crowd, 0, 0, one, result, 1 - parity)
	var before: Array = await probe.shown(crowd, 0, 0, one, result, parity)
	test.check("the picture before is what it was", result.problem == "" and before == first and second != first)
	crowd.play(0, "Attack")
	crowd.advance(0.0)
	parity = crowd.get_surface_material(0, 0).get_shader_parameter("texeleton_layout").w
	var changed: Array = await probe.shown(crowd, 0, 0, one, result, parity)
	before = await probe.shown(crowd, 0, 0, one, result, 1 - parity)
	test.check("also when another clip begins", before == second and changed != second)
	crowd.queue_free()
	probe.queue_free()


## Each kind of damage that the engine itself can do to a texture is named with its setting, and a checker is drawn.
func _canary() -> void:
	_lit("directional")
	_look(Vector3(0, 1.2, 3.2), Vector3(0, 0.6, 0))
	var whole: TexeletonAsset = load("res://texeleton/knight.texgodot")
	test.check("a whole texture has nothing to tell", whole.damages().is_empty() and whole.canary_row >= 0, whole.damages())
	var damages := {
		"resized": func(image: Image) -> void: image.resize(image.get_width() * 2, image.get_height(), Image.INTERPOLATE_NEAREST),
		"flipped-vertically": func(image: Image) -> void: image.flip_y(),
		"flipped-horizontally": func(image: Image) -> void: image.flip_x(),
		"alpha-lost": func(image: Image) -> void: image.convert(Image.FORMAT_RGBH),
		"8-bit": func(image: Image) -> void: image.convert(Image.FORMAT_RGBA8),
		"srgb-decoded": func(image: Image) -> void:
			image.convert(Image.FORMAT_RGBA8)
			image.srgb_to_linear(),
		"empty": func(image: Image) -> void: image.fill(Color(0, 0, 0, 0)),
		"foreign": func(image: Image) -> void: image.fill(Color(0.3, 0.7, 0.1, 0.5)),
	}
	for name: String in damages:
		var asset: TexeletonAsset = whole.duplicate()
		asset.image = whole.image.duplicate()
		damages[name].call(asset.image)
		var crowd := Crowd.new()
		crowd.asset = asset
		crowd.manual = true
		add_child(crowd)
		crowd.advance(0.1)
		var setting: String = crowd.Canary.DAMAGES[name][1]
		test.check("%s is named, with its setting" % name, asset.damages().has(name) and crowd.texture_problem.contains(setting), crowd.texture_problem)
		if name == "8-bit" or name == "resized":
			var seen := _checks(await _picture())
			test.check("%s shows a checker" % name, seen.x > 300 and seen.y > 300, seen)
			if name == "8-bit":
				await _shot("canary")
		crowd.queue_free()
		await get_tree().process_frame
	# A user's own texture is examined as it is on the GPU.
	var own: TexeletonAsset = whole.duplicate()
	var made := own.texture
	test.check("the texture that is made of it is whole", made != null and own.damages().is_empty(), own.damages())
	var eight: Image = whole.image.duplicate()
	eight.convert(Image.FORMAT_RGBA8)
	own.texture = ImageTexture.create_from_image(eight)
	test.check("a texture that was put in its place is looked at", own.damages() == PackedStringArray(["8-bit"]), own.damages())


## Magenta and black pixels.
static func _checks(image: Image) -> Vector2i:
	var found := Vector2i()
	for y in image.get_height():
		for x in image.get_width():
			var p := image.get_pixel(x, y)
			if p.r > 0.85 and p.b > 0.85 and p.g < 0.1:
				found.x += 1
			elif p.r < 0.02 and p.g < 0.02 and p.b < 0.02:
				found.y += 1
	return found


## The inspector's preview outside of the inspector.
func _preview() -> void:
	var preview := Preview.new()
	preview.size = Vector2(300, 300)
	preview.setup(load("res://texeleton/knight.texgodot"))
	get_tree().root.add_child(preview)
	await get_tree().create_timer(0.3).timeout
	var before: Image = await _picture()
	await _shot("preview")
	await get_tree().create_timer(0.3).timeout
	test.check("the preview plays", _differing(before, await _picture()) > 20)
	preview.queue_free()


## The scene of an export, unchanged.
func _exported() -> void:
	var scene: Node = load("res://texeleton/knight.tscn").instantiate()
	add_child(scene)
	await get_tree().process_frame
	await get_tree().process_frame
	test.check("the exported scene draws its crowd", scene is Crowd and scene.count == 25 and scene.get_bounds().size.x > 3.0 and scene.asset.name == "knight")
	scene.queue_free()
