extends Node
## The importer as the editor calls it. The class EditorImportPlugin is in editors only, so the script runs on another base.

const AssetReader := preload("res://addons/texeleton/asset_reader.gd")
const Crowd := preload("res://addons/texeleton/crowd.gd")

var test: Node
var task: Dictionary


func run() -> void:
	var script := GDScript.new()
	var code := FileAccess.get_file_as_string("res://addons/texeleton/import_plugin.gd")
	script.source_code = code.replace("extends EditorImportPlugin", "extends RefCounted").replace("preload(\"", "preload(\"res://addons/texeleton/")
	test.check("the importer's script compiles", script.reload() == OK)
	var importer: RefCounted = script.new()
	test.check("its names", importer._get_recognized_extensions() == PackedStringArray(["texgodot"]) and importer._get_save_extension() == "res" and importer._get_preset_count() == 0 and importer._get_import_options("", 0).is_empty())
	for file: String in task.check_files.slice(0, 3):
		var variants: Array[String] = []
		var generated: Array[String] = []
		var result: int = importer._import(file, "user://imported", {}, variants, generated)
		var loaded: TexeletonAsset = ResourceLoader.load("user://imported.res", "", ResourceLoader.CACHE_MODE_IGNORE)
		var direct: TexeletonAsset = load(file)
		test.check("import of " + file, result == OK and loaded != null and loaded.clip_names() == direct.clip_names()
			and loaded.levels.size() == direct.levels.size() and loaded.materials.size() == direct.materials.size()
			and loaded.image.get_data() == direct.image.get_data() and loaded.image.get_format() == direct.image.get_format()
			and loaded.materials[0].shader.code == direct.materials[0].shader.code)
		if loaded == null:
			continue
		# A stored asset draws what the one that was read draws.
		var a: Array = await _shown(direct)
		var b: Array = await _shown(loaded)
		test.check("what was stored draws the same", a.size() > 0 and a == b)
	var bytes := FileAccess.get_file_as_bytes(task.check_files[0])
	for damage: Array in [["cut short", bytes.slice(0, bytes.size() / 2)], ["damaged texels", _changed(bytes, "texture", { zlib = PackedByteArray([1, 2, 3]), byte_count = 64, width = 2, height = 2, float32 = false })], ["text conversion", _crlf(bytes.slice(0, 4000))], ["empty", PackedByteArray()], ["another file", "hello".to_utf8_buffer()], ["another version", _changed(bytes, "version", 2)], ["another encoding", _changed(bytes, "encoding", "dualQuaternion")]]:
		var reader := AssetReader.new()
		var asset := reader.read_bytes(damage[1])
		test.check("refused in words: " + damage[0], asset == null and reader.error.begins_with("Texeleton: "), reader.error)


func _shown(asset: TexeletonAsset) -> Array:
	var Probe := load("res://addons/texeleton/check/probe.gd")
	var crowd := Crowd.new()
	crowd.asset = asset
	crowd.manual = true
	add_child(crowd)
	crowd.play(0, asset.clips[0].name, 0.0, 0.0, 0.4 * asset.clips[0].length_seconds)
	crowd.advance(0.1)
	var probe: Node = Probe.new()
	add_child(probe)
	var result: Object = Probe.Result.new()
	var drawn: Array = await probe.shown(crowd, 0, 0, PackedInt32Array([0]), result)
	crowd.queue_free()
	probe.queue_free()
	return drawn


static func _crlf(bytes: PackedByteArray) -> PackedByteArray:
	var result := PackedByteArray()
	for byte in bytes:
		if byte == 10:
			result.append(13)
		result.append(byte)
	result[3] = 0
	return result


static func _changed(bytes: PackedByteArray, key: String, value: Variant) -> PackedByteArray:
	var read: Dictionary = bytes_to_var(bytes.slice(16))
	read[key] = value
	var result := bytes.slice(0, 16)
	result.append_array(var_to_bytes(read))
	result.encode_u64(8, result.size() - 16)
	return result
