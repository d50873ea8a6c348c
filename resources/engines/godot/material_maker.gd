@tool
extends RefCounted
## Makes a ShaderMaterial of each material of a character. The shader is a few lines and an include: read it in the
## inspector, or take it as the start of your own.

const Asset := preload("asset.gd")

const SLOTS: Array[String] = ["base", "metallic_roughness", "normal", "occlusion", "emission"]
## Two bones of 12 bits share a float.
const MANY_BONES := 4096

## Shaders by their code, which all characters share as long as one uses them: compiling one takes long.
static var _shared := {}
static var _lock := Mutex.new()

## Omitted properties, in words.
var problems := PackedStringArray()

var _asset: Asset
var _read: Dictionary
var _textures := {}


func _init(asset: Asset, read: Dictionary) -> void:
	_asset = asset
	_read = read


## The material of a surface; TexeletonCrowd sets the textures of the animation in its copies. `surface.material` −1 is glTF's default material.
func make(surface: Dictionary) -> ShaderMaterial:
	var number: int = surface.material
	var from: Dictionary = _read.materials[number] if number >= 0 else {}
	var material := ShaderMaterial.new()
	material.resource_name = from.get("name", "default")
	var defines := PackedStringArray(pose_defines())
	if surface.has("colors"):
		defines.append("VERTEX_COLORS")
	if from.get("alpha_mode", 0) == 1:
		defines.append("ALPHA_MASK")
	elif from.get("alpha_mode", 0) == 2:
		defines.append("ALPHA_BLEND")
	for slot in SLOTS:
		_add_slot(material, defines, slot, from, surface)
	_add_tint(material, defines, number, surface)

	var double_sided: bool = from.get("double_sided", false)
	var modes := PackedStringArray(["cull_disabled" if double_sided or _asset.mirrors else "cull_back"])
	# As in Godot's own materials.
	modes.append_array(["diffuse_burley", "specular_schlick_ggx"])
	if _asset.mirrors:
		defines.append("MIRRORS")
		if not double_sided:
			defines.append("SINGLE_SIDED")
	if from.get("unlit", false):
		modes.append("unshaded")
	if from.get("alpha_mode", 0) == 2:
		modes.append("depth_prepass_alpha")
	material.shader = _shader(modes, defines)

	var color: PackedFloat32Array = from.get("base_color", PackedFloat32Array([1, 1, 1, 1]))
	# The file has linear colours; colour parameters are sRGB, as the inspector shows them.
	material.set_shader_parameter("base_color", Color(color[0], color[1], color[2], color[3]).linear_to_srgb())
	material.set_shader_parameter("metallic", from.get("metallic", 1.0))
	material.set_shader_parameter("roughness", from.get("roughness", 1.0))
	var glow: PackedFloat32Array = from.get("emission", PackedFloat32Array([0, 0, 0]))
	material.set_shader_parameter("emission", Color(glow[0], glow[1], glow[2]).linear_to_srgb())
	material.set_shader_parameter("normal_scale", from.get("normal_scale", 1.0))
	material.set_shader_parameter("occlusion_strength", from.get("occlusion_strength", 1.0))
	material.set_shader_parameter("alpha_cutoff", from.get("alpha_cutoff", 0.5))
	return material


## The defines of shaders/pose.gdshaderinc for this character.
func pose_defines() -> PackedStringArray:
	return pose_defines_of(_asset)


static func pose_defines_of(asset: Asset) -> PackedStringArray:
	var defines := PackedStringArray()
	if asset.mode == "bone":
		defines.append("TEXELETON_BONES")
		if asset.element_count > MANY_BONES:
			defines.append("TEXELETON_MANY_BONES")
	if asset.rows_per_frame > 1:
		defines.append("TEXELETON_FOLDED")
	if asset.has_variants():
		defines.append("TEXELETON_VARIANTS")
	return defines


func _shader(modes: PackedStringArray, defines: PackedStringArray) -> Shader:
	var code := "shader_type spatial;\nrender_mode %s;\n" % ", ".join(modes)
	for define in defines:
		code += "#define %s\n" % define
	code += "#include \"%s/material.gdshaderinc\"\n" % folder()
	_lock.lock() # Resources are also loaded in threads.
	var shader: Shader = _shared[code].get_ref() if _shared.has(code) else null
	if shader == null:
		shader = Shader.new()
		shader.code = code
		_shared[code] = weakref(shader)
	_lock.unlock()
	return shader


## The folder of the add-on, which may be outside of res://addons.
func folder() -> String:
	return (get_script() as Script).resource_path.get_base_dir().path_join("shaders")


func _add_slot(material: ShaderMaterial, defines: PackedStringArray, slot: String, from: Dictionary, surface: Dictionary) -> void:
	var use: Dictionary = from.get(slot + "_texture", {})
	var image: int = use.get("image", -1)
	var uv := "UV2" if use.get("uv", 0) == 1 else "UV"
	if image < 0 or not surface.has("uv2" if uv == "UV2" else "uv"):
		return
	var texture := _texture(image)
	if texture == null:
		return
	var upper := slot.to_upper()
	defines.append(upper + "_TEXTURE")
	defines.append("%s_UV %s" % [upper, uv])
	defines.append("%s_WRAP ivec2(%d, %d)" % [upper, use.wrap_u, use.wrap_v])
	defines.append("%s_SAMPLING %s" % [upper, _sampling(use)])
	if slot == "normal" and _asset.mode == "bone" and surface.has("tangents"):
		defines.append("TANGENTS")
	material.set_shader_parameter(slot + "_texture", texture)


static func _sampling(use: Dictionary) -> String:
	var filter := "filter_nearest_mipmap" if use.nearest else "filter_linear_mipmap"
	return filter + (", repeat_disable" if use.wrap_u == 1 and use.wrap_v == 1 else ", repeat_enable")


func _add_tint(material: ShaderMaterial, defines: PackedStringArray, number: int, surface: Dictionary) -> void:
	var tint := _asset.tint
	if tint.is_empty():
		return
	match tint.kind:
		"attribute":
			defines.append("TINT_ATTRIBUTE" if surface.has("custom3") else "NO_TINT")
		"palette":
			defines.append("NO_TINT")
			if (tint.materials as PackedInt32Array).has(number):
				material.set_shader_parameter("palette_step", Vector2(tint.step_u, tint.step_v))
		_:
			for entry: Dictionary in tint.textures:
				if entry.material == number:
					var texture := _texture(entry.image)
					if texture != null:
						defines.append("TINT_TEXTURE")
						defines.append("TINT_UV " + ("UV2" if entry.uv == 1 else "UV"))
						defines.append("TINT_CHANNEL " + "rgba"[entry.channel])
						defines.append("TINT_SAMPLING filter_linear_mipmap, repeat_enable")
						material.set_shader_parameter("tint_texture", texture)
						return
			defines.append("NO_TINT")


func _texture(number: int) -> Texture2D:
	if not _textures.has(number):
		var file: Dictionary = _read.images[number]
		var image := Image.new()
		var result := image.load_jpg_from_buffer(file.file) if file.mime == "image/jpeg" else image.load_png_from_buffer(file.file)
		_textures[number] = null
		if result != OK:
			problems.append("the image \"%s\" cannot be read and is left out: %s" % [file.name, error_string(result)])
		else:
			image.generate_mipmaps()
			_textures[number] = ImageTexture.create_from_image(image)
	return _textures[number]
