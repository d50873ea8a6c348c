extends Node3D
## Colours and normal maps against Godot's own StandardMaterial3D of the same values, on the same surfaces with tangents
## made by Godot. materials_model.mjs lists the surfaces. Three small pictures for each character.

const Crowd := preload("res://addons/texeleton/crowd.gd")

const TINT := Color(0.9, 0.45, 0.6)
## Mean and largest difference of a channel, in 255ths. Compatibility multiplies colours in sRGB, Texeleton as in glTF.
const CLOSE := Vector2(2.0, 8.0)
## The same for normal maps without tangents on a curved surface: they follow the triangles, not the vertices.
const CLOSE_CURVED := Vector2(2.0, 30.0)

var test: Node
var task: Dictionary

var _viewport: SubViewport
var _camera: Camera3D


func run() -> void:
	_stage()
	var own := _own()
	_viewport.add_child(own[0])
	# The first use of a texture or shader may be missing from the picture.
	await _picture()
	var wanted: Image = await _picture()
	_shot("materials-godot", wanted)
	for material: StandardMaterial3D in own[1]:
		material.albedo_color = _srgb(_linear(material.albedo_color) * _linear(TINT))
	var wanted_tinted: Image = await _picture()
	own[0].visible = false
	for mode: String in ["bone", "vertex"]:
		var crowd := Crowd.new()
		crowd.asset = load("res://texeleton/materials-%s.texgodot" % mode)
		crowd.manual = true
		_viewport.add_child(crowd)
		crowd.set_instance_transform(0, Transform3D())
		crowd.advance(0.1)
		await _picture()
		var drawn: Image = await _picture()
		_shot("materials-" + mode, drawn)
		_compare("%s mode" % mode, drawn, wanted)
		crowd.set_tint(0, TINT)
		crowd.advance(0.1)
		_compare("%s mode, tinted" % mode, await _picture(), wanted_tinted)
		crowd.queue_free()
		await get_tree().process_frame
	_viewport.queue_free()


func _stage() -> void:
	_viewport = SubViewport.new()
	_viewport.own_world_3d = true
	_viewport.size = Vector2i(256, 192)
	_viewport.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	add_child(_viewport)
	_camera = Camera3D.new()
	_camera.projection = Camera3D.PROJECTION_ORTHOGONAL
	_camera.size = 3.3
	_camera.position = Vector3(1.65, -1.1, 5)
	_viewport.add_child(_camera)
	_camera.make_current()
	var light := DirectionalLight3D.new()
	light.basis = Basis.looking_at(Vector3(-0.7, -0.5, -1.0))
	light.light_energy = 0.9
	_viewport.add_child(light)
	var world := WorldEnvironment.new()
	world.environment = Environment.new()
	world.environment.background_mode = Environment.BG_COLOR
	world.environment.background_color = Color(0.2, 0.2, 0.2)
	world.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	world.environment.ambient_light_color = Color.WHITE
	world.environment.ambient_light_energy = 0.15
	_viewport.add_child(world)


## Godot's own surfaces below one node, and their materials.
func _own() -> Array:
	var all := Node3D.new()
	var materials: Array[StandardMaterial3D] = []
	var painted := _texture(task.materials.textures.painted)
	var bump := _texture(task.materials.textures.bump)
	for case: Dictionary in task.materials.cases:
		var tool := SurfaceTool.new()
		tool.begin(Mesh.PRIMITIVE_TRIANGLES)
		for i: int in case.positions.size() / 3:
			tool.set_normal(_vector(case.normals, i))
			tool.set_uv(Vector2(case.uvs[2 * i], case.uvs[2 * i + 1]))
			if case.has("colors"):
				tool.set_color(_srgb(_vector(case.colors, i)))
			tool.add_vertex(_vector(case.positions, i))
		# glTF has the opposite winding.
		for i in range(0, case.indices.size(), 3):
			for corner: int in [0, 2, 1]:
				tool.add_index(case.indices[i + corner])
		tool.generate_tangents()
		var material := StandardMaterial3D.new()
		material.albedo_color = _srgb(_vector(case.base, 0))
		material.roughness = 0.9
		material.metallic = 0.0
		material.cull_mode = BaseMaterial3D.CULL_DISABLED if case.get("doubleSided", false) else BaseMaterial3D.CULL_BACK
		if case.get("unlit", false):
			material.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
		if case.get("baseTexture", false):
			material.albedo_texture = painted
		if case.has("colors"):
			material.vertex_color_use_as_albedo = true
			material.vertex_color_is_srgb = true
		if case.has("emission"):
			material.emission_enabled = true
			material.emission = _srgb(_vector(case.emission, 0))
			if case.get("emissionTexture", false):
				material.emission_operator = BaseMaterial3D.EMISSION_OP_MULTIPLY
				material.emission_texture = painted
		if case.get("normalTexture", false):
			material.normal_enabled = true
			material.normal_texture = bump
		var node := MeshInstance3D.new()
		node.mesh = tool.commit()
		node.material_override = material
		node.position = Vector3(case.place[0], case.place[1], 0)
		all.add_child(node)
		materials.append(material)
	return [all, materials]


func _compare(what: String, drawn: Image, wanted: Image) -> void:
	var scale := _viewport.size.y / _camera.size
	for case: Dictionary in task.materials.cases:
		var middle := Vector2(case.place[0] - _camera.position.x, _camera.position.y - case.place[1]) * scale + Vector2(_viewport.size) / 2.0
		var sum := 0.0
		var most := 0.0
		var lights := Vector2(1.0, 0.0)
		var half := int(0.36 * scale)
		for y in range(-half, half):
			for x in range(-half, half):
				var place := Vector2i(middle) + Vector2i(x, y)
				var p := drawn.get_pixelv(place)
				var q := wanted.get_pixelv(place)
				lights = Vector2(minf(lights.x, q.g), maxf(lights.y, q.g))
				for i in 3:
					sum += absf(p[i] - q[i])
					most = maxf(most, absf(p[i] - q[i]))
		var difference := 255.0 * Vector2(sum / (12.0 * half * half), most)
		var bumps: bool = case.get("normalTexture", false)
		var close := CLOSE_CURVED if case.name == "bump on a dome" else CLOSE
		test.check("%s: \"%s\" looks as Godot's own material does" % [what, case.name], difference.x <= close.x and difference.y <= close.y, "mean %.2f, largest %.0f of 255" % [difference.x, difference.y])
		if bumps and not what.ends_with("tinted"):
			test.check("%s: \"%s\" has light and shade" % [what, case.name], lights.y - lights.x > 0.1, lights)


func _texture(base64: String) -> ImageTexture:
	var image := Image.new()
	image.load_png_from_buffer(Marshalls.base64_to_raw(base64))
	image.generate_mipmaps()
	return ImageTexture.create_from_image(image)


func _picture() -> Image:
	await RenderingServer.frame_post_draw
	await RenderingServer.frame_post_draw
	return _viewport.get_texture().get_image()


func _shot(name: String, image: Image) -> void:
	print("SHOT %s-%s %s" % [name, RenderingServer.get_current_rendering_method(), Marshalls.raw_to_base64(image.save_png_to_buffer())])


static func _vector(values: Array, number: int) -> Vector3:
	return Vector3(values[3 * number], values[3 * number + 1], values[3 * number + 2])


static func _srgb(linear: Vector3) -> Color:
	return Color(linear.x, linear.y, linear.z).linear_to_srgb()


static func _linear(color: Color) -> Vector3:
	var linear := color.srgb_to_linear()
	return Vector3(linear.r, linear.g, linear.b)
