@tool
extends EditorImportPlugin
## Imports .texgodot files as TexeletonAsset. There are no options: the file has all settings.

const AssetReader := preload("asset_reader.gd")


func _get_importer_name() -> String:
	return "texeleton.asset"


func _get_visible_name() -> String:
	return "Texeleton character"


func _get_recognized_extensions() -> PackedStringArray:
	return PackedStringArray(["texgodot"])


func _get_save_extension() -> String:
	return "res"


func _get_resource_type() -> String:
	return "Resource"


func _get_priority() -> float:
	return 1.0


func _get_import_order() -> int:
	return 0


func _get_preset_count() -> int:
	return 0


func _get_preset_name(_preset: int) -> String:
	return ""


func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return []


func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true


func _import(source_file: String, save_path: String, _options: Dictionary, _platform_variants: Array[String],
		_gen_files: Array[String]) -> Error:
	var reader := AssetReader.new()
	var asset := reader.read_file(source_file)
	if asset == null:
		push_error(reader.error)
		return ERR_FILE_CORRUPT
	return ResourceSaver.save(asset, "%s.%s" % [save_path, _get_save_extension()], ResourceSaver.FLAG_COMPRESS)
