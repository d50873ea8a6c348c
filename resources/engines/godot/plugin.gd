@tool
extends EditorPlugin
## Registers the importer of .texgodot files and the preview in the inspector.

const ImportPlugin := preload("import_plugin.gd")
const InspectorPlugin := preload("inspector_plugin.gd")

var _importer: ImportPlugin
var _inspector: InspectorPlugin


func _enter_tree() -> void:
	_importer = ImportPlugin.new()
	add_import_plugin(_importer)
	_inspector = InspectorPlugin.new()
	add_inspector_plugin(_inspector)


func _exit_tree() -> void:
	remove_import_plugin(_importer)
	remove_inspector_plugin(_inspector)
	_importer = null
	_inspector = null
