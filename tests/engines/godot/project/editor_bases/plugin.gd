extends Node
## The part of EditorPlugin that the add-on calls, with the names and arguments of Godot's class reference.

var importers := []
var inspectors := []


func add_import_plugin(importer: Object, _first_priority := false) -> void:
	importers.append(importer)


func remove_import_plugin(importer: Object) -> void:
	importers.erase(importer)


func add_inspector_plugin(plugin: Object) -> void:
	inspectors.append(plugin)


func remove_inspector_plugin(plugin: Object) -> void:
	inspectors.erase(plugin)
