extends RefCounted
## As much of EditorInspectorPlugin as the add-on calls.

var controls: Array[Control] = []


func add_custom_control(control: Control) -> void:
	controls.append(control)
