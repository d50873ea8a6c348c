extends Node3D
## Checks on this machine, in this renderer, that every character of the project plays as it was baked: run check.tscn
## (F6). The last line of the output is PASS, or names the problem.

const Asset := preload("../asset.gd")
const Crowd := preload("../crowd.gd")
const AssetReader := preload("../asset_reader.gd")
const Probe := preload("probe.gd")
const Ticker := preload("../ticker.gd")

## The tolerance of a vertex, relative to the character's size (weights are 16-bit shares, the probe has 24 bits).
const CLOSE := 1e-4
## Normals are read with 12 bits.
const CLOSE_NORMALS := 4e-3

## Files to check; empty: all of the project.
@export var files := PackedStringArray()

var problems := PackedStringArray()
## Emitted with the problems, after all checks.
signal done(problems: PackedStringArray)


func _ready() -> void:
	await run()


func run() -> void:
	print("Texeleton check, Godot %s, %s" % [Engine.get_version_info().string, RenderingServer.get_video_adapter_name()])
	var all := files if not files.is_empty() else find("res://")
	if all.is_empty():
		problems.append("there is no .texgodot file in this project: texeleton-cli export CHARACTER --engine godot -o PROJECT")
	for file in all:
		await _check(file)
	for problem in problems:
		print("FAIL: ", problem)
	print("PASS" if problems.is_empty() else "%d things are wrong" % problems.size())
	done.emit(problems)


static func find(folder: String) -> PackedStringArray:
	var found := PackedStringArray()
	for file in DirAccess.get_files_at(folder):
		if file.get_extension() == "texgodot":
			found.append(folder.path_join(file))
	for sub in DirAccess.get_directories_at(folder):
		if not sub.begins_with("."):
			found.append_array(find(folder.path_join(sub)))
	return found


func _check(file: String) -> void:
	var asset := load(file) as Asset
	if asset == null:
		problems.append("%s does not load: enable the plug-in Texeleton in the project's settings, then reimport it" % file)
		return
	# Loaded assets may come from the importer: the file itself is the reference.
	var reader := AssetReader.new()
	var reference := reader.read_file(file)
	if reference == null:
		problems.append(reader.error)
		return
	var crowd := Crowd.new()
	crowd.asset = asset
	crowd.count = 2 * asset.clips.size() + 2
	crowd.grid_spacing = 1.5 * asset.bounds.get_longest_axis_size()
	crowd.manual = true
	add_child(crowd)
	await _check_poses(file, crowd, reference)
	_check_sockets(file, crowd)
	for clip in asset.clips:
		_check_events(file, clip)
	crowd.queue_free()


## All clips, forward and backward, between frames, and during cross-fades.
func _check_poses(file: String, crowd: Crowd, reference: Asset) -> void:
	var asset := crowd.asset
	var instances := PackedInt32Array()
	for i in mini(crowd.count, 8):
		instances.append(i)
		var clip := asset.clips[i % asset.clips.size()]
		crowd.play(i, clip.name, 0.0, -0.7 if i % 5 == 3 else 0.5 + 0.1 * i, 0.13 * i)
		if asset.variants.size() > 0:
			crowd.set_variant(i, asset.variants[i % asset.variants.size()].name)
	crowd.advance(0.4)
	for i in range(0, instances.size(), 3):
		crowd.play(i, asset.clips[(i + 1) % asset.clips.size()].name, 0.5)
	crowd.advance(0.2)
	var probe := Probe.new()
	add_child(probe)
	for level in asset.levels.size():
		var result: Probe.Result = await probe.compare(crowd, reference, level, instances, 40)
		var what := "%s, level %d" % [file, level]
		if result.problem != "":
			problems.append("%s: %s" % [what, result.problem])
			continue
		print("%s: %d vertices, largest distance %.6f m, of normals %.5f" % [what, result.vertices, result.metres, result.normals])
		if result.metres > CLOSE * maxf(asset.size_metres, 0.01):
			problems.append("%s: a vertex is drawn %.4f m from where it should be; was the texture or the mesh changed after import?" % [what, result.metres])
		if result.normals > CLOSE_NORMALS:
			problems.append("%s: normals are %.3f off" % [what, result.normals])
	probe.queue_free()


func _check_sockets(file: String, crowd: Crowd) -> void:
	for name in crowd.asset.socket_names():
		for instance in mini(crowd.count, 12):
			var pose := crowd.socket_transform(instance, name)
			if not pose.is_finite():
				problems.append("%s: socket \"%s\" has no place" % [file, name])
				return


## Ten cycles in uneven steps: each event exactly once in each cycle.
func _check_events(file: String, clip: TexeletonClip) -> void:
	if clip.events.is_empty() or clip.play_length() == 0.0:
		return
	var fired := [0]
	var ticker := Ticker.new()
	ticker.event.connect(func(_name: String, _parameter: String, _time: float, _loop: int) -> void: fired[0] += 1)
	var end := 10.0 * clip.play_length()
	ticker.play(clip)
	var expected: int = TexeletonEvents.at_start(clip, 0.0, false).count() + TexeletonEvents.between(clip, 0.0, end).count()
	var step := 0.0
	var at := 0.0
	while at < end:
		step = minf(0.003 + fmod(at * 7.31, 0.11), end - at)
		at = at + step if at + step < end else end
		ticker.tick(step)
	if absi(fired[0] - expected) > clip.events.size():
		problems.append("%s: clip \"%s\" fired %d events in ten cycles, not %d" % [file, clip.name, fired[0], expected])
