extends RefCounted
## The part of EditorInspectorPlugin that the add-on calls.

var controls: Array[Control] = []


func add_custom_control(control: Control) -> void:
	controls.append(control)
