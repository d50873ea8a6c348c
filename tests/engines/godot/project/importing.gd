extends Node
## The parts called by the editor: the importer, the plug-in that registers it, and the inspector's. Their base classes
## exist only in editors, so the scripts run on bases of this test (editor_bases/).

const AssetReader := preload("res://addons/texeleton/asset_reader.gd")
const Crowd := preload("res://addons/texeleton/crowd.gd")

var test: Node
var task: Dictionary


func run() -> void:
	var importer: Object = _on("import_plugin.gd", "EditorImportPlugin", "RefCounted").new()
	await _plugin()
	test.check("its names", importer._get_recognized_extensions() == PackedStringArray(["texgodot"]) and importer._get_save_extension() == "res" and importer._get_preset_count() == 0 and importer._get_import_options("", 0).is_empty())
	for file: String in task.check_files:
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
		# A stored asset draws the same as the one that was read.
		var a: Array = await _shown(direct)
		var b: Array = await _shown(loaded)
		test.check("what was stored draws the same", a.size() > 0 and a == b)
	var bytes := FileAccess.get_file_as_bytes(task.check_files[0])
	for damage: Array in [["cut short", bytes.slice(0, bytes.size() / 2)], ["damaged texels", _changed(bytes, "texture", { zlib = PackedByteArray([1, 2, 3]), byte_count = 64, width = 2, height = 2, float32 = false })], ["text conversion", _crlf(bytes.slice(0, 4000))], ["empty", PackedByteArray()], ["another file", "hello".to_utf8_buffer()], ["another version", _changed(bytes, "version", 3)], ["another encoding", _changed(bytes, "encoding", "dualQuaternion")]]:
		var reader := AssetReader.new()
		var asset := reader.read_bytes(damage[1])
		test.check("refused in words: " + damage[0], asset == null and reader.error.begins_with("Texeleton: "), reader.error)


## A script of the add-on with another base instead of an editor class.
func _on(file: String, editor_class: String, base: String, others := {}) -> GDScript:
	var code := FileAccess.get_file_as_string("res://addons/texeleton/" + file).replace("extends " + editor_class, "extends " + base)
	for other: String in others:
		code = code.replace("preload(\"%s\")" % other, "preload(\"res://editor_bases/none.gd\")")
	var script := GDScript.new()
	script.source_code = code.replace("preload(\"", "preload(\"res://addons/texeleton/").replace("res://addons/texeleton/res://", "res://")
	test.check("%s compiles" % file, script.reload() == OK)
	return script


## The plug-in registers and removes both; the inspector shows a playing character only for assets and crowds.
func _plugin() -> void:
	var others := { "import_plugin.gd": true, "inspector_plugin.gd": true }
	var plugin: Node = _on("plugin.gd", "EditorPlugin", "\"res://editor_bases/plugin.gd\"", others).new()
	add_child(plugin)
	test.check("the plug-in registers an importer and an inspector", plugin.importers.size() == 1 and plugin.inspectors.size() == 1)
	remove_child(plugin)
	test.check("and withdraws them", plugin.importers.is_empty() and plugin.inspectors.is_empty())
	plugin.free()
	var inspector: RefCounted = _on("inspector_plugin.gd", "EditorInspectorPlugin", "\"res://editor_bases/inspector.gd\"").new()
	var asset: TexeletonAsset = load(task.check_files[0])
	var crowd := Crowd.new()
	crowd.asset = asset
	test.check("the inspector handles assets and crowds", inspector._can_handle(asset) and inspector._can_handle(crowd) and not inspector._can_handle(self))
	inspector._parse_begin(asset)
	inspector._parse_begin(crowd)
	inspector._parse_begin(Crowd.new())
	test.check("it shows a preview for each that has a character", inspector.controls.size() == 2)
	for control: Control in inspector.controls:
		control.size = Vector2(200, 280)
		add_child(control)
		await get_tree().process_frame
		var list: OptionButton = control.find_children("*", "OptionButton", true, false)[0]
		var names := PackedStringArray()
		for i in list.item_count:
			names.append(list.get_item_text(i))
		list.item_selected.emit(1)
		test.check("with its clips, to be chosen", names == asset.clip_names() and names.size() > 1 and control.crowd.playing(0) == names[1], names)
		control.queue_free()
	crowd.free()


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
