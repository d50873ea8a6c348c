extends Node3D
## The test project. res://task.bin (written by run_godot.mjs) is the task. Prints PASS and FAIL lines, then DONE.

const TASKS := {
	vectors = "res://vectors.gd",
	check = "res://check_all.gd",
	import = "res://importing.gd",
	scene = "res://scene.gd",
	materials = "res://materials.gd",
	bench = "res://bench.gd",
}

var passed := 0
var failed := 0


func _ready() -> void:
	var task: Dictionary = bytes_to_var(FileAccess.get_file_as_bytes("res://task.bin"))
	# Kept until the end, since loading a character again recompiles its shaders.
	var kept := []
	for file: String in task.get("check_files", []):
		kept.append(load(file))
	for name: String in task.names:
		var node: Node = load(TASKS[name]).new()
		node.set("test", self)
		node.set("task", task)
		add_child(node)
		await node.run()
		node.queue_free()
	print("TOTAL %d passed, %d failed" % [passed, failed])
	print("DONE")
	if not OS.has_feature("web"):
		get_tree().quit()


func check(what: String, holds: bool, detail: Variant = "") -> void:
	if holds:
		passed += 1
		print("PASS: %s %s (%d ms)" % [what, detail, Time.get_ticks_msec()])
	else:
		failed += 1
		print("FAIL: %s %s" % [what, detail])
