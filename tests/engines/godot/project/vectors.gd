extends Node
## The add-on against core's test vectors (tests/vectors), inside the engine.

const Canary := preload("res://addons/texeleton/canary.gd")
const AssetReader := preload("res://addons/texeleton/asset_reader.gd")
const Clip := preload("res://addons/texeleton/clip.gd")
const Crowd := preload("res://addons/texeleton/crowd.gd")
const CrowdClock := preload("res://addons/texeleton/crowd_clock.gd")
const Decode := preload("res://addons/texeleton/decode.gd")
const EventScheduler := preload("res://addons/texeleton/event_scheduler.gd")
const Probe := preload("res://addons/texeleton/check/probe.gd")
const RootMotion := preload("res://addons/texeleton/root_motion.gd")
const Ticker := preload("res://addons/texeleton/ticker.gd")

var test: Node
var task: Dictionary

var _checked := 0
var _failures := PackedStringArray()
var _left_out := 0


func run() -> void:
	_section("ticker", _ticker)
	if _left_out > 0:
		print("%d runs of three days are left out; TEXELETON_LONG=1 plays them" % _left_out)
	_section("crowd", _crowd)
	_section("schedule", _schedule)
	_section("events that nobody hears", _unheard)
	_section("root motion", _root_motion)
	_section("canary", _canary)
	_checked = 0
	_failures.clear()
	await _packs()
	_report("decoded packs")
	_checked = 0
	_failures.clear()
	await _layers()
	_report("layers")


func _section(what: String, function: Callable) -> void:
	_checked = 0
	_failures.clear()
	function.call()
	_report(what)


func _report(what: String) -> void:
	for failure in _failures.slice(0, 10):
		print("  ", failure)
	test.check("vectors: " + what, _failures.is_empty() and _checked > 0, "%d of %d differ" % [_failures.size(), _checked])


func _same(what: String, actual: Variant, expected: Variant, tolerance := 0.0) -> void:
	_checked += 1
	if not _equal(actual, expected, tolerance):
		_failures.append("%s: %s, expected %s" % [what, actual, expected])


static func _equal(a: Variant, b: Variant, tolerance: float) -> bool:
	if a is Array or typeof(a) >= TYPE_PACKED_BYTE_ARRAY:
		if a.size() != b.size():
			return false
		for i in a.size():
			if not _equal(a[i], b[i], tolerance):
				return false
		return true
	return a == b or ((a is float or a is int) and absf(a - b) <= tolerance)


static func clip_of(read: Dictionary) -> Clip:
	var clip := Clip.new()
	clip.name = read.get("name", "")
	clip.frame_begin = read.get("frameBegin", 0)
	clip.frame_count = read.get("frameCount", 1)
	clip.length_seconds = read.lengthSeconds
	clip.loop = read.loop
	for event: Dictionary in read.get("events", []):
		clip.events.append({ name = event.name, time_seconds = float(event.timeSeconds), parameter = event.get("parameter", "") })
	return clip


static func _frames(frames: Clip.Frames) -> Array:
	return [frames.current, frames.next, frames.fraction]


static func _fired(events: TexeletonEvents) -> Array:
	return events.list().map(func(event: Dictionary) -> Array: return [event.index, event.loop])


func _ticker() -> void:
	var clips: Array = task.ticker.clips.map(clip_of)
	for number: int in task.ticker.runs.size():
		var run: Dictionary = task.ticker.runs[number]
		# Three days in frame steps are tens of millions of ticks, which take minutes in GDScript.
		var ticks: int = run.steps.reduce(func(sum: int, step: Dictionary) -> int: return sum + step.get("times", 1), 0)
		if ticks > 1000000 and not task.long:
			_left_out += 1
			continue
		var what := "ticker run %d (%s, speed %s)" % [number, clips[run.clip].name, run.speed]
		var ticker := Ticker.new()
		var signalled := [0]
		ticker.event.connect(func(_n: String, _p: String, _t: float, _l: int) -> void: signalled[0] += 1)
		var start := ticker.play(clips[run.clip], run.speed, run.startSeconds)
		_same(what + ", at the start", _fired(start), run.firedAtStart)
		_same(what + ", signals at the start", signalled[0], run.firedAtStart.size())
		_same(what + ", frames at the start", _frames(ticker.frames()), run.framesAtStart, 1e-7)
		for i: int in run.steps.size():
			var step: Dictionary = run.steps[i]
			var at := "%s, step %d" % [what, i]
			if step.has("seek"):
				ticker.seek(step.seek)
			elif step.has("speed"):
				ticker.speed = step.speed
			else:
				var count := 0
				var fired: TexeletonEvents = null
				signalled[0] = 0
				for n: int in step.get("times", 1):
					fired = ticker.tick(step.tick)
					count += fired.count()
				_same(at + ", events", count, step.firedCount)
				if count <= 4096:
					_same(at + ", signals", signalled[0], count)
				if step.has("fired") and (step.fired.size() > 0 or step.firedCount == 0):
					_same(at + ", which events", _fired(fired), step.fired)
			_same(at + ", position", ticker.position_seconds(), step.positionSeconds)
			_same(at + ", frames", _frames(ticker.frames()), step.frames, 1e-7)


func _crowd() -> void:
	var clips: Array = task.crowd.clips.map(clip_of)
	for entry: Dictionary in task.crowd.records:
		var clip: Clip = clips[entry.clip]
		var what := "crowd record of %s, speed %s, from %s" % [clip.name, entry.speed, entry.startSeconds]
		var record := CrowdClock.record_of(clip, entry.speed, entry.startSeconds, entry.nowTicks)
		_same(what, [record.phase, record.step_high, record.step_low], entry.record)
		var base := 0
		for shown: Dictionary in entry.shown:
			var time := CrowdClock.time_of(shown.seconds)
			if time[0] - base >= task.crowd.rebaseTicks:
				record = CrowdClock.rebased(record, clip, entry.speed, time[0] - base)
				base = time[0]
				_same(what + ", re-based", [record.phase, record.step_high, record.step_low], shown.rebasedTo)
			_same("%s, clock at %s s" % [what, shown.seconds], [time[0] - base, time[1]], shown.clock)
			_same("%s, frames at %s s" % [what, shown.seconds], _frames(CrowdClock.frames_of(clip, record, time[0] - base, time[1])), shown.frames)
	for fade: Dictionary in task.crowd.fades:
		var share := CrowdClock.fade_share(fade.startTicks, fade.durationTicks, fade.clock[0], fade.clock[1])
		_same("fade of %d ticks at %s" % [fade.durationTicks, fade.clock], share, fade.share, 1e-7)


func _schedule() -> void:
	var clips: Array = task.schedule.clips.map(clip_of)
	var scheduler := EventScheduler.new()
	for i: int in task.schedule.steps.size():
		var step: Dictionary = task.schedule.steps[i]
		if step.has("set"):
			scheduler.start(step.set, clips[step.clip], step.speed, step.startSeconds, step.nowTicks, step.fireAtStart)
		elif step.has("remove"):
			scheduler.remove(step.remove)
		else:
			var fired := []
			while true:
				var event := scheduler.next(step.nowTicks)
				if event.is_empty():
					break
				fired.append([event.instance, event.tick, event.index, event.loop])
			_same("schedule, step %d" % i, fired, step.fired)


## Events that came due without a listener are left out; later ones are the same as with a listener.
func _unheard() -> void:
	var clips: Array = [true, false].map(func(loops: bool) -> Variant:
		var times := [0.0, 0.21, 0.5, 0.8]
		return clip_of({
			name = "walk", frameBegin = 0, frameCount = 30, lengthSeconds = 0.8, loop = loops,
			events = times.map(func(time: float) -> Dictionary: return {name = "e", timeSeconds = time}),
		}))
	var speeds := [1.0, 0.37, -1.0, -0.61, 3.0, 40.0, -250.0, 0.0]
	for silent_ticks: int in [308, 5800, 1024 * 40]:
		var asked := EventScheduler.new()
		var passed := EventScheduler.new()
		for i in 2 * speeds.size():
			for scheduler: EventScheduler in [asked, passed]:
				scheduler.start(i, clips[i % 2], speeds[i >> 1], 0.05 + 0.07 * i, 10 * i)
		for part in 5:
			var ticks := part * silent_ticks / 4
			while not asked.next(ticks).is_empty():
				pass
			passed.pass_to(ticks)
		var expected := []
		var fired := []
		for scheduler: EventScheduler in [asked, passed]:
			for ticks in range(silent_ticks, silent_ticks + 1200, 17):
				while true:
					var event := scheduler.next(ticks)
					if event.is_empty():
						break
					(expected if scheduler == asked else fired).append([event.instance, event.tick, event.index, event.loop])
		_same("events after %d ticks in which nobody listened" % silent_ticks, fired, expected)
		_same("events come again", expected.size() > 50, true)


func _root_motion() -> void:
	for entry: Dictionary in task.rootMotion.cases:
		var clip := clip_of(entry)
		for sample: Array in entry.track:
			clip.root_track.append_array(sample)
		for at: Dictionary in entry.at:
			# Sums are large after days: the tolerance is relative.
			var largest := 1.0
			for value: float in at.sample + at.step:
				largest = maxf(largest, absf(value))
			_same("root motion at %s s" % at.seconds, RootMotion.at(clip, at.seconds), at.sample, 1e-9 * largest)
			var step := RootMotion.between(clip, at.fromSeconds, at.seconds)
			_same("root motion from %s to %s s" % [at.fromSeconds, at.seconds], step, at.step, 1e-9 * largest)


func _canary() -> void:
	for entry: Dictionary in task.canary.cases:
		var exported: Dictionary = entry.exported
		var size := Vector2i(exported.width, exported.height)
		var names := PackedStringArray(["resized"])
		if size == Vector2i(entry.width, entry.height):
			names = Canary.diagnose_texels(size, exported.canaryRow, exported.pixelFormat == "rgba32f", func(x: int, y: int) -> Vector4:
				var at: int = 4 * (y * size.x + x)
				return Vector4(entry.texels[at], entry.texels[at + 1], entry.texels[at + 2], entry.texels[at + 3]))
		_same("canary, %s, %s" % [entry.what, exported], Array(names), entry.names)
	for damage: Dictionary in task.canary.damages:
		_same("words for " + damage.name, Canary.DAMAGES.has(damage.name), true)


## The decoder on the CPU and the vertex shader on the GPU, both against core's numbers. Weights are 16-bit shares: a
## vertex of these packs, which have large movements, may be 0.04 mm off.
func _packs() -> void:
	for entry: Dictionary in task.decoded.packs:
		var reader := AssetReader.new()
		var asset := reader.read_file("res://vectors/texeleton/%s.texgodot" % entry.pack.get_basename())
		if asset == null:
			_failures.append(reader.error)
			continue
		var texels := Decode.Texels.new(asset)
		var moments := []
		for shown: Dictionary in entry.shown:
			moments.append([shown, Decode.Moment.new(_frames_from(shown.frames))])
		for shown: Dictionary in entry.fades:
			moments.append([shown, Decode.Moment.new(_frames_from(shown.from), _frames_from(shown.to), shown.share)])
		for pair: Array in moments:
			var moment: Decode.Moment = pair[1]
			var what := "%s at %s" % [entry.pack, moment.frames()]
			for expected: Dictionary in pair[0].vertices:
				var place := _place(entry.pack, expected.vertex)
				if place.is_empty():
					continue
				var arrays := (asset.levels[0].meshes[place[0]] as ArrayMesh).surface_get_arrays(0)
				var decoded := Decode.vertex(asset, texels, arrays, place[1], moment)
				_same("%s, vertex %d" % [what, expected.vertex], _numbers(decoded[0]), expected.position, 5e-5)
				_same("%s, normal %d" % [what, expected.vertex], _numbers(decoded[1]), expected.normal, 2e-4)
			for i: int in pair[0].sockets.size():
				var expected: Dictionary = pair[0].sockets[i]
				var pose := Decode.socket_pose(asset, i, moment)
				_same("%s, socket %d, position" % [what, i], _numbers(pose.origin), expected.position, 3e-5)
				var r: Array = expected.rotation
				var axes := Basis(Quaternion(r[0], r[1], r[2], r[3]).normalized())
				var s: Array = expected.scale
				for k in 3:
					_same("%s, socket %d, axis %d" % [what, i, k], _numbers(pose.basis[k]), _numbers(axes[k] * s[k]), 5e-5)
		await _gpu(entry, asset, moments)


## Layers on the CPU and in the shader, and their fading.
func _layers() -> void:
	for entry: Dictionary in task.layers.packs:
		var reader := AssetReader.new()
		var file := "res://vectors/texeleton/%s.texgodot" % entry.pack.get_basename()
		if not FileAccess.file_exists(file):
			continue # The encoding is refused.
		var asset := reader.read_file(file)
		var texels := Decode.Texels.new(asset)
		var moments := []
		for number: int in entry.masks.size():
			var mask: Dictionary = entry.masks[number]
			_same("%s, mask %d" % [entry.pack, number], asset.masks[number].name, mask.name)
			_same("%s, anchors of %s" % [entry.pack, mask.name], Array(asset.masks[number].anchors), mask.anchors)
			for shown: Dictionary in mask.shown:
				var moment := Decode.Moment.new(_frames_from(shown.base))
				moment.over = _frames_from(shown.layer)
				moment.over_share = shown.share
				moment.mask = asset.masks[number]
				moments.append([shown, moment])
		for pair: Array in moments:
			var what := "%s, mask %s, %s under %s by %s" % [entry.pack, pair[1].mask.name, pair[0].base, pair[0].layer, pair[0].share]
			for expected: Dictionary in pair[0].vertices:
				var place := _place(entry.pack, expected.vertex)
				if place.size() > 0:
					var arrays := (asset.levels[0].meshes[place[0]] as ArrayMesh).surface_get_arrays(0)
					var decoded := Decode.vertex(asset, texels, arrays, place[1], pair[1])
					_same("%s, vertex %d" % [what, expected.vertex], _numbers(decoded[0]), expected.position, 2e-4)
					_same("%s, normal %d" % [what, expected.vertex], _numbers(decoded[1]), expected.normal, 1e-3)
			for i: int in pair[0].sockets.size():
				var pose := Decode.socket_pose(asset, i, pair[1])
				_same("%s, socket %d, position" % [what, i], _numbers(pose.origin), pair[0].sockets[i].position, 2e-4)
		await _gpu_layers(entry, asset, moments)
		_layer_runs(asset)


func _gpu_layers(entry: Dictionary, asset: TexeletonAsset, moments: Array) -> void:
	var crowd := Crowd.new()
	crowd.asset = asset
	crowd.count = moments.size()
	crowd.manual = true
	add_child(crowd)
	var probe := Probe.new()
	add_child(probe)
	var instances := PackedInt32Array()
	for i in moments.size():
		instances.append(i)
		var moment: Decode.Moment = moments[i][1]
		var base := _time_of(asset, moment.from)
		var over := _time_of(asset, moment.over)
		crowd.play(i, base[0], 0.0, 0.0, base[1])
		crowd.play_layer(i, over[0], moment.mask.name, 0.0 if moment.over_share == 1.0 else 0.5 / moment.over_share, 0.0, over[1])
	crowd.advance(0.5)
	var result := Probe.Result.new()
	for surface: int in asset.levels[0].meshes.size():
		var drawn: Array = await probe.shown(crowd, 0, surface, instances, result)
		_same("%s: problems of the probe" % entry.pack, result.problem, "")
		if result.problem != "":
			break
		for i in moments.size():
			_same("%s: share of layer %d" % [entry.pack, i], absf(crowd.layer_share(i) - moments[i][1].over_share) < 1e-3, true)
			for expected: Dictionary in moments[i][0].vertices:
				var place := _place(entry.pack, expected.vertex)
				if place.size() > 0 and place[0] == surface:
					# Times are integers there, so fractions differ slightly.
					_same("%s on the GPU, layer %d, vertex %d" % [entry.pack, i, expected.vertex], _numbers(drawn[i][0][place[1]]), expected.position, 1e-3)
	crowd.queue_free()
	probe.queue_free()


func _layer_runs(asset: TexeletonAsset) -> void:
	var clips: Array[TexeletonClip] = []
	for entry: Dictionary in task.layers.clips:
		clips.append(clip_of(entry))
	var timed := asset.duplicate() as TexeletonAsset
	timed.clips = clips
	for number: int in task.layers.runs.size():
		var crowd := Crowd.new()
		crowd.asset = timed
		crowd.count = 1
		crowd.manual = true
		crowd.scatter_time = false
		add_child(crowd)
		var heard := []
		crowd.event.connect(func(_instance: int, name: String, parameter: String, time_seconds: float) -> void:
			heard.append("%s %s %s" % [name, parameter, time_seconds]))
		var playing := [0, 0]
		for i: int in task.layers.runs[number].steps.size():
			var step: Dictionary = task.layers.runs[number].steps[i]
			var what := "layers, run %d, step %d" % [number, i]
			if step.has("play"):
				playing[0] = step.play.clip
				crowd.play(0, clips[playing[0]].name, 0.0, step.play.speed)
			elif step.has("playLayer"):
				playing[1] = step.playLayer.clip
				_same(what, crowd.play_layer(0, clips[playing[1]].name, timed.masks[0].name, step.playLayer.fadeSeconds,
					step.playLayer.speed, step.playLayer.get("startSeconds"), step.playLayer.hold), true)
			elif step.has("stopLayer"):
				crowd.stop_layer(0, step.stopLayer)
			else:
				heard.clear()
				crowd.advance(step.update)
				var expected := []
				for fired: Array in step.fired:
					var event: Dictionary = clips[playing[int(fired[0])]].events[int(fired[2])]
					expected.append("%s %s %s" % [event.name, event.get("parameter", ""), event.time_seconds])
				_same(what + ", events", heard, expected)
				var layer: Variant = step.layer
				_same(what + ", has a layer", crowd.layer_playing(0) != "", layer != null)
				_same(what + ", share", crowd.layer_share(0), layer.share if layer != null else 0.0, 1e-6)
				var over: Clip.Frames = crowd.moment(0).over
				if over != null:
					_same(what + ", frames", [over.current, over.next, over.fraction], layer.frames, 1e-7)
		crowd.queue_free()


## Moments of a single clip on the GPU, which the crowd's own clock reaches.
func _gpu(entry: Dictionary, asset: TexeletonAsset, moments: Array) -> void:
	var crowd := Crowd.new()
	crowd.asset = asset
	crowd.count = moments.size()
	crowd.manual = true
	add_child(crowd)
	var probe := Probe.new()
	add_child(probe)
	var instances := PackedInt32Array()
	for i in moments.size():
		instances.append(i)
		_hold(crowd, i, moments[i][1])
	crowd.advance(0.5) # In the middle of each one-second fade.
	var result := Probe.Result.new()
	for surface: int in asset.levels[0].meshes.size():
		var drawn: Array = await probe.shown(crowd, 0, surface, instances, result)
		_same("%s: problems of the probe" % entry.pack, result.problem, "")
		if result.problem != "":
			break
		for i in moments.size():
			if not _is_held(crowd.moment(i), moments[i][1]):
				continue
			for expected: Dictionary in moments[i][0].vertices:
				var place := _place(entry.pack, expected.vertex)
				if place.size() > 0 and place[0] == surface:
					_same("%s on the GPU, moment %d, vertex %d" % [entry.pack, i, expected.vertex], _numbers(drawn[i][0][place[1]]), expected.position, 5e-5)
					_same("%s on the GPU, moment %d, normal %d" % [entry.pack, i, expected.vertex], _numbers(drawn[i][1][place[1]]), expected.normal, 1e-3)
	crowd.queue_free()
	probe.queue_free()


## Speed 0 holds an instance at a time of a clip. A shared fade has a weight of one half only.
static func _hold(crowd: Crowd, instance: int, moment: Decode.Moment) -> void:
	var from := _time_of(crowd.asset, moment.from)
	var to := _time_of(crowd.asset, moment.to)
	crowd.play(instance, from[0], 0.0, 0.0, from[1])
	if moment.to != moment.from:
		crowd.play(instance, to[0], 0.5 / moment.share if moment.share > 0.0 else 1e6, 0.0, to[1])


static func _time_of(asset: TexeletonAsset, frames: Clip.Frames) -> Array:
	for clip in asset.clips:
		if frames.current >= clip.frame_begin and frames.current < clip.frame_begin + clip.frame_count:
			var steps := clip.frame_count if clip.loop else clip.frame_count - 1
			var position := frames.current - clip.frame_begin + frames.fraction
			return [clip.name, position / maxf(steps, 1.0) * clip.length_seconds]
	return ["", 0.0]


## Whether the crowd shows the moment: times are integers there, so fractions differ slightly.
static func _is_held(a: Decode.Moment, b: Decode.Moment) -> bool:
	var close := func(x: Clip.Frames, y: Clip.Frames) -> bool:
		return x.current == y.current and absf(x.fraction - y.fraction) < 3e-5
	return close.call(a.from, b.from) and close.call(a.to, b.to) and absf(a.share - b.share) < 1e-3


func _frames_from(list: Array) -> Clip.Frames:
	return Clip.Frames.new(list[0], list[1], list[2])


## The surface of a vertex of the pack's mesh, and its index in it.
func _place(pack: String, vertex: int) -> Array:
	var surfaces: Array = task.surfaces[pack]
	for i in surfaces.size():
		var number: int = surfaces[i].find(vertex)
		if number >= 0:
			return [i, number]
	return []


static func _numbers(v: Vector3) -> Array:
	return [v.x, v.y, v.z]
