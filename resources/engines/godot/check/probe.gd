extends Node
## Reads back the vertex shader's results on this machine's GPU: draws every vertex as a point into pixels of its own,
## coordinates as bits of the colour, and compares with decode.gd.

const Asset := preload("../asset.gd")
const Crowd := preload("../crowd.gd")
const Decode := preload("../decode.gd")
const MaterialMaker := preload("../material_maker.gd")

const WIDTH := 1024
## Pixels of a vertex: three coordinates of 24 bits, three of a normal of 12 bits, and whether it was drawn.
const PASSES := 10

const SHADER := """shader_type spatial;
render_mode unshaded, cull_disabled, depth_test_disabled, depth_draw_never;
%s
#include "%s/pose.gdshaderinc"
uniform bool probe_srgb;
uniform int probe_vertices;
uniform vec2 probe_size;
uniform vec3 probe_low;
uniform float probe_range;
varying flat vec3 probe_color;

// A level of 16 that an 8-bit picture holds, whatever its rounding. Some viewports turn what is linear into sRGB.
float probe_level(uint bits) {
  float value = float(bits) * 17.0 / 255.0;
  return !probe_srgb ? value : value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

void vertex() {
  TexeletonPose pose = texeleton_pose(VERTEX, NORMAL, vec3(1.0, 0.0, 0.0), CUSTOM0, CUSTOM1, CUSTOM2, CUSTOM3, INSTANCE_CUSTOM);
  int part = int(INSTANCE_CUSTOM.w + 0.5);
  uint bits = uint(VERTEX_ID) & 4095u;
  if (part < 6) {
    float share = (pose.position[part / 2] - probe_low[part / 2]) / probe_range;
    uint whole = min(uint(clamp(share, 0.0, 1.0) * 16777215.0), 16777215u);
    bits = (part & 1) == 0 ? whole >> 12u : whole & 4095u;
  } else if (part < 9) {
    bits = uint(clamp(pose.normal[part - 6] * 0.5 + 0.5, 0.0, 1.0) * 4095.0 + 0.5);
  }
  probe_color = vec3(probe_level(bits >> 8u), probe_level((bits >> 4u) & 15u), probe_level(bits & 15u));
  int pixel = INSTANCE_ID * probe_vertices + VERTEX_ID;
  vec2 place = vec2(float(pixel %% int(probe_size.x)), float(pixel / int(probe_size.x))) + 0.5;
  POSITION = vec4(place / probe_size * 2.0 - 1.0, 0.5, 1.0);
  POINT_SIZE = 1.0;
}

void fragment() {
  ALBEDO = probe_color;
}
"""


class Result:
	## Largest distance of a vertex from its expected place.
	var metres := 0.0
	## Largest length of the difference of normals.
	var normals := 0.0
	var vertices := 0
	## The reason why there is no result.
	var problem := ""


## The colour space of the last frame.
static var _is_srgb := false

## Shaders by their code, for all probes, since compiling takes longer than drawing.
static var _shaders := {}
var _viewport: SubViewport
var _node: MultiMeshInstance3D
var _bytes: PackedByteArray
var _height := 0
var _flipped := false
var _low := Vector3.ZERO
var _range := 1.0
var _count := 0


## Positions and normals by the shader of every `step`-th vertex of a surface of level `level`, for these instances of
## the crowd: two arrays for each instance. Empty: see `result.problem`.
func shown(crowd: Crowd, level: int, surface: int, instances: PackedInt32Array, result: Result, matrix_parity := 0, step := 1) -> Array:
	var asset := crowd.asset
	var mesh: ArrayMesh = asset.levels[level].meshes[surface]
	var arrays := mesh.surface_get_arrays(0)
	var format := mesh.surface_get_format(0)
	_count = _keep_every(step, arrays)
	var pixels := _count * instances.size() * PASSES
	var size := Vector2i(WIDTH, maxi(2, (pixels + WIDTH - 1) / WIDTH))
	if size.y > 8192:
		result.problem = "%d vertices are too many for the probe" % _count
		return []
	_low = asset.bounds.position - Vector3.ONE * 0.1 * asset.bounds.size.length()
	_range = 1.2 * asset.bounds.size.length()

	_viewport = SubViewport.new()
	_viewport.own_world_3d = true
	_viewport.size = size
	_viewport.msaa_3d = Viewport.MSAA_DISABLED
	_viewport.use_debanding = false
	_viewport.render_target_update_mode = SubViewport.UPDATE_ALWAYS
	var camera := Camera3D.new()
	camera.position = Vector3(0, 0, 5)
	_viewport.add_child(camera)
	add_child(_viewport)
	camera.make_current()

	var points := ArrayMesh.new()
	var custom := 0
	for i in 4:
		var shift := Mesh.ARRAY_FORMAT_CUSTOM0_SHIFT + i * Mesh.ARRAY_FORMAT_CUSTOM_BITS
		custom |= format & (Mesh.ARRAY_FORMAT_CUSTOM_MASK << shift)
	points.add_surface_from_arrays(Mesh.PRIMITIVE_POINTS, arrays, [], {}, custom)
	var multimesh := MultiMesh.new()
	multimesh.transform_format = MultiMesh.TRANSFORM_3D
	multimesh.use_custom_data = true
	multimesh.mesh = points
	multimesh.instance_count = instances.size() * PASSES
	for i in multimesh.instance_count:
		var instance := instances[i / PASSES]
		multimesh.set_instance_transform(i, Transform3D())
		multimesh.set_instance_custom_data(i, Color(instance & 1023, instance >> 10, matrix_parity, i % PASSES))
	var drawn: ShaderMaterial = crowd.get_surface_material(level, surface)
	var material := ShaderMaterial.new()
	material.shader = _shader_of(asset)
	for uniform in ["animation", "clips", "state", "state_before", "seen", "clock", "layout", "layers", "masks", "layering", "table_row"]:
		material.set_shader_parameter("texeleton_" + uniform, drawn.get_shader_parameter("texeleton_" + uniform))
	material.set_shader_parameter("probe_vertices", _count)
	material.set_shader_parameter("probe_size", Vector2(size))
	material.set_shader_parameter("probe_low", _low)
	material.set_shader_parameter("probe_range", _range)
	_node = MultiMeshInstance3D.new()
	_node.multimesh = multimesh
	_node.material_override = material
	_node.custom_aabb = AABB(Vector3.ONE * -1000.0, Vector3.ONE * 2000.0)
	_viewport.add_child(_node)
	var found := false
	for srgb: bool in [_is_srgb, not _is_srgb]:
		material.set_shader_parameter("probe_srgb", srgb)
		await RenderingServer.frame_post_draw
		await RenderingServer.frame_post_draw
		var image := _viewport.get_texture().get_image()
		image.convert(Image.FORMAT_RGB8)
		_height = image.get_height()
		_bytes = image.get_data()
		for flipped: bool in [false, true]:
			_flipped = flipped
			found = found or _is_drawn()
			if found:
				break
		if found:
			_is_srgb = srgb
			break
	_viewport.queue_free()
	if not found:
		result.problem = "the vertices were not drawn into their pixels; does this machine draw points of one pixel?"
		return []
	var all := []
	for i in instances.size():
		var positions := PackedVector3Array()
		var normals := PackedVector3Array()
		for vertex in _count:
			var parts := PackedInt32Array()
			for part in PASSES - 1:
				parts.append(_bits((i * PASSES + part) * _count + vertex))
			var p := Vector3(parts[0] << 12 | parts[1], parts[2] << 12 | parts[3], parts[4] << 12 | parts[5])
			positions.append(_low + p * (_range / 16777215.0))
			normals.append(Vector3(parts[6], parts[7], parts[8]) * (2.0 / 4095.0) - Vector3.ONE)
		all.append([positions, normals])
	return all


## Leaves every `step`-th vertex in a surface's arrays, without triangles; the number that is left.
static func _keep_every(step: int, arrays: Array) -> int:
	arrays[Mesh.ARRAY_INDEX] = null
	var all := (arrays[Mesh.ARRAY_VERTEX] as PackedVector3Array).size()
	var left := (all + step - 1) / step
	for kind in arrays.size():
		if arrays[kind] == null or step == 1:
			continue
		var stride: int = arrays[kind].size() / all
		var kept: Variant = arrays[kind].slice(0, left * stride)
		for vertex in left:
			for i in stride:
				kept[vertex * stride + i] = arrays[kind][vertex * step * stride + i]
		arrays[kind] = kept
	return left


func _shader_of(asset: Asset) -> Shader:
	var defines := ""
	for define in MaterialMaker.pose_defines_of(asset):
		defines += "#define %s\n" % define
	var code := SHADER % [defines, MaterialMaker.new(asset, {}).folder()]
	if not _shaders.has(code):
		_shaders[code] = Shader.new()
		_shaders[code].code = code
	return _shaders[code]


## Compares all surfaces of a level with decode.gd on the texels of `reference`; of each instance about `most` vertices.
func compare(crowd: Crowd, reference: Asset, level: int, instances: PackedInt32Array, most := 200) -> Result:
	var result := Result.new()
	var texels := Decode.Texels.new(reference)
	for surface: int in crowd.asset.levels[level].meshes.size():
		var arrays := (crowd.asset.levels[level].meshes[surface] as ArrayMesh).surface_get_arrays(0)
		var step := maxi(1, (arrays[Mesh.ARRAY_VERTEX] as PackedVector3Array).size() / most)
		var drawn: Array = await shown(crowd, level, surface, instances, result, 0, step)
		if result.problem != "":
			return result
		for i in instances.size():
			var moment := crowd.moment(instances[i])
			for k: int in drawn[i][0].size():
				var position: Vector3 = drawn[i][0][k]
				if crowd.is_hidden(instances[i], arrays, k * step):
					result.metres = maxf(result.metres, position.length())
					continue
				var expected := Decode.vertex(reference, texels, arrays, k * step, moment)
				result.metres = maxf(result.metres, expected[0].distance_to(position))
				result.normals = maxf(result.normals, expected[1].distance_to(drawn[i][1][k]))
				result.vertices += 1
	return result


func _bits(pixel: int) -> int:
	var y := pixel / WIDTH
	var at := 3 * ((y if _flipped else _height - 1 - y) * WIDTH + pixel % WIDTH)
	return (_bytes[at] + 8) / 17 << 8 | (_bytes[at + 1] + 8) / 17 << 4 | (_bytes[at + 2] + 8) / 17


## Whether each vertex has written its index to its pixel.
func _is_drawn() -> bool:
	for vertex in range(0, _count, maxi(1, _count / 500)):
		if _bits((PASSES - 1) * _count + vertex) != vertex & 4095:
			return false
	return true
