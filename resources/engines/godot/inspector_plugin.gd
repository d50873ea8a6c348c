@tool
extends EditorInspectorPlugin
## Shows a character, playing, above its properties.

const Asset := preload("asset.gd")
const Crowd := preload("crowd.gd")
const Preview := preload("preview.gd")


func _can_handle(object: Object) -> bool:
	return object is Asset or object is Crowd


func _parse_begin(object: Object) -> void:
	var asset: Asset = object if object is Asset else (object as Crowd).asset
	if asset == null or asset.clips.is_empty():
		return
	var preview := Preview.new()
	preview.setup(asset)
	add_custom_control(preview)
