@tool
extends RefCounted
## Makes a TexeletonAsset of a .texgodot file: 8 bytes "TEXGODOT", the length of the rest (64 bits), then a Dictionary
## in the format of bytes_to_var().

const Asset := preload("asset.gd")
const Clip := preload("clip.gd")
const MaterialMaker := preload("material_maker.gd")

const MAGIC := "TEXGODOT"
const VERSION := 2 # 2: with a frame table.
const ENCODINGS := { bone = "matrix3x4", vertex = "positionNormal" }

## The reason why the last read failed.
var error := ""


func read_file(path: String) -> Asset:
	var bytes := FileAccess.get_file_as_bytes(path)
	if bytes.is_empty():
		return _refuse("%s cannot be read: %s" % [path, error_string(FileAccess.get_open_error())])
	var asset := read_bytes(bytes)
	if asset == null:
		error = "%s: %s" % [path, error]
	return asset


func read_bytes(bytes: PackedByteArray) -> Asset:
	error = ""
	if bytes.size() < 16 or bytes.slice(0, 8).get_string_from_ascii() != MAGIC:
		return _refuse("this is no Texeleton character; was the file changed by a line-ending or text conversion (git: *.texgodot binary)?")
	if bytes.size() - 16 != bytes.decode_u64(8):
		return _refuse("the file is cut short or damaged (%d bytes, not %d); export it again" % [bytes.size(), bytes.decode_u64(8) + 16])
	var read: Variant = bytes_to_var(bytes.slice(16))
	if typeof(read) != TYPE_DICTIONARY or read.get("format") != "texeleton-godot":
		return _refuse("the file is damaged or cut short; export it again")
	if read.version > VERSION:
		return _refuse("its version %d is newer than this add-on (%d); export again with --engine godot, which brings the add-on" % [read.version, VERSION])
	if read.encoding != ENCODINGS.get(read.mode, ""):
		return _refuse("the encoding \"%s\" is not supported; bake with \"%s\"" % [read.encoding, ENCODINGS.get(read.mode, "matrix3x4")])

	var asset := Asset.new()
	asset.name = read.name
	asset.resource_name = read.name
	asset.mode = read.mode
	asset.generator = read.generator
	asset.size_metres = read.size_metres
	asset.bounds = _box(read.bounds)
	asset.mirrors = read.get("mirrors", false)
	asset.mesh_names = PackedStringArray(read.mesh_names)
	asset.socket_rows = read.socket_rows
	asset.tint = read.tint
	for clip: Dictionary in read.clips:
		asset.clips.append(_clip(clip))
	for socket: Dictionary in read.sockets:
		asset.sockets.append(_socket(socket))
	for mask: Dictionary in read.get("masks", []):
		asset.masks.append(mask)
	for variant: Dictionary in read.variants:
		asset.variants.append(variant)
	if not _read_texture(asset, read.texture):
		return null
	var maker := MaterialMaker.new(asset, read)
	_read_levels(asset, read, maker)
	for problem in maker.problems:
		push_warning("Texeleton: %s: %s" % [asset.name, problem])
	return asset


func _refuse(why: String) -> Asset:
	error = "Texeleton: " + why
	return null


static func _box(values: PackedFloat32Array) -> AABB:
	var low := Vector3(values[0], values[1], values[2])
	return AABB(low, Vector3(values[3], values[4], values[5]) - low)


static func _clip(read: Dictionary) -> Clip:
	var clip := Clip.new()
	clip.name = read.name
	clip.resource_name = read.name
	clip.frame_begin = read.frame_begin
	clip.frame_count = read.frame_count
	clip.length_seconds = read.length_seconds
	clip.loop = read.loop
	clip.bounds = _box(read.bounds)
	clip.events.assign(read.events)
	clip.root_track = read.root_track
	return clip


static func _socket(read: Dictionary) -> Dictionary:
	var p: PackedFloat64Array = read.position
	var r: PackedFloat64Array = read.rotation
	var s: PackedFloat64Array = read.scale
	return {
		name = read.name, bone = read.get("bone", -1), position = Vector3(p[0], p[1], p[2]), rotation = Quaternion(r[0], r[1], r[2], r[3]),
		scale = Vector3(s[0], s[1], s[2]),
	}


func _read_texture(asset: Asset, read: Dictionary) -> bool:
	var bytes: PackedByteArray = read.zlib.decompress(read.byte_count, FileAccess.COMPRESSION_DEFLATE)
	var texel_bytes := 16 if read.float32 else 8
	if bytes.size() != read.byte_count or read.byte_count != read.width * read.height * texel_bytes:
		_refuse("the texels are damaged; export it again")
		return false
	# Never compressed, resized or mip-mapped: the image goes to the GPU as it is.
	var format := Image.FORMAT_RGBAF if read.float32 else Image.FORMAT_RGBAH
	asset.image = Image.create_from_data(read.width, read.height, false, format, bytes)
	asset.texture_width = read.width
	asset.texture_height = read.height
	asset.is_float = read.float32
	asset.canary_row = read.get("canary_row", -1)
	asset.rows_per_frame = read.rows_per_frame
	asset.table_row = read.get("table_row", -1)
	asset.element_count = read.element_count
	return true


static func _read_levels(asset: Asset, read: Dictionary, maker: MaterialMaker) -> void:
	var number_of := {} # By the properties that the material depends on.
	for level: Dictionary in read.levels:
		var meshes: Array[ArrayMesh] = []
		var materials := PackedInt32Array()
		for surface: Dictionary in level.surfaces:
			var key := [surface.material, surface.has("tangents"), surface.has("colors")]
			if not number_of.has(key):
				number_of[key] = asset.materials.size()
				asset.materials.append(maker.make(surface))
			var mesh := mesh_of(surface, asset.mode == "bone")
			mesh.custom_aabb = asset.bounds
			mesh.surface_set_material(0, asset.materials[number_of[key]])
			meshes.append(mesh)
			materials.append(number_of[key])
		asset.levels.append({ max_millimetres = level.max_millimetres, meshes = meshes, materials = materials })


## The arrays of a surface for ArrayMesh, as in the file.
static func arrays_of(surface: Dictionary) -> Array:
	var arrays := []
	arrays.resize(Mesh.ARRAY_MAX)
	var places := {
		positions = Mesh.ARRAY_VERTEX, normals = Mesh.ARRAY_NORMAL, tangents = Mesh.ARRAY_TANGENT, uv = Mesh.ARRAY_TEX_UV,
		uv2 = Mesh.ARRAY_TEX_UV2, colors = Mesh.ARRAY_COLOR, custom0 = Mesh.ARRAY_CUSTOM0, custom1 = Mesh.ARRAY_CUSTOM1,
		custom3 = Mesh.ARRAY_CUSTOM3, indices = Mesh.ARRAY_INDEX,
	}
	for key: String in places:
		if surface.has(key):
			arrays[places[key]] = surface[key]
	return arrays


## Formats of CUSTOM0, 1 and 3, as flags of add_surface_from_arrays(). No flag compresses: that would damage texture
## coordinates. Floats only: the Compatibility renderer (4.6) passes on one of four bytes and two of four halves.
static func custom_format(surface: Dictionary, is_bone_mode: bool) -> int:
	var format := 0
	format |= (Mesh.ARRAY_CUSTOM_RGBA_FLOAT if is_bone_mode else Mesh.ARRAY_CUSTOM_R_FLOAT) << Mesh.ARRAY_FORMAT_CUSTOM0_SHIFT
	if surface.has("custom1"):
		format |= Mesh.ARRAY_CUSTOM_RGBA_FLOAT << Mesh.ARRAY_FORMAT_CUSTOM1_SHIFT
	if surface.has("custom3"):
		format |= Mesh.ARRAY_CUSTOM_RG_FLOAT << Mesh.ARRAY_FORMAT_CUSTOM3_SHIFT
	return format


static func mesh_of(surface: Dictionary, is_bone_mode: bool) -> ArrayMesh:
	var mesh := ArrayMesh.new()
	mesh.add_surface_from_arrays(
		Mesh.PRIMITIVE_TRIANGLES, arrays_of(surface), [], {}, custom_format(surface, is_bone_mode))
	return mesh
