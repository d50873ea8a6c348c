@tool
class_name TexeletonFormatLoader
extends ResourceFormatLoader
## Loads .texgodot files that were not imported: without the plug-in, or at run time from user://. Godot finds this
## loader by its class name.

const AssetReader := preload("asset_reader.gd")


func _get_recognized_extensions() -> PackedStringArray:
	return PackedStringArray(["texgodot"])


func _handles_type(type: StringName) -> bool:
	return type == &"Resource"


func _get_resource_type(path: String) -> String:
	return "Resource" if path.get_extension().to_lower() == "texgodot" else ""


func _load(path: String, _original_path: String, _use_sub_threads: bool, _cache_mode: int) -> Variant:
	var reader := AssetReader.new()
	var asset := reader.read_file(path)
	if asset == null:
		push_error(reader.error)
		return ERR_FILE_CORRUPT
	return asset
