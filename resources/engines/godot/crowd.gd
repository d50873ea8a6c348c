@tool
class_name TexeletonCrowd
extends Node3D
## Many instances of one character, each with its own clip, time, speed, tint, palette entry and variant: one draw for
## each material and level of detail, and no work on the CPU for instances that only play.
## [codeblock]
## var crowd := TexeletonCrowd.new()
## crowd.asset = load("res://texeleton/hero.texgodot")
## crowd.count = 1000
## add_child(crowd)
## crowd.set_instance_transform(7, Transform3D(Basis(), Vector3(3, 0, 0)))
## crowd.play(7, "Run", 0.2)  # Cross-fade of 0.2 s.
## crowd.event.connect(func(instance, name, parameter, time_seconds): print(instance, " ", name))
## [/codeblock]
## It follows the tree's pause and time scale (process_mode, Engine.time_scale), and its clock never drifts or wraps.

const Asset := preload("asset.gd")
const Canary := preload("canary.gd")
const Clip := preload("clip.gd")
const CrowdClock := preload("crowd_clock.gd")
const Decode := preload("decode.gd")
const EventScheduler := preload("event_scheduler.gd")
const RootMotion := preload("root_motion.gd")

## Texels of the state texture in a row: 128 instances of six texels.
const STATE_WIDTH := 768
const CHECKER := """shader_type spatial;
render_mode unshaded, cull_disabled;
uniform float cells;
varying vec3 cell;

void vertex() {
  cell = VERTEX * cells + 0.013;
}

void fragment() {
  vec3 whole = floor(cell);
  ALBEDO = mod(whole.x + whole.y + whole.z, 2.0) > 0.5 ? vec3(1.0, 0.0, 1.0) : vec3(0.0);
}
"""
const FLOATS := 24 # Numbers of an instance's state.
const NEVER := 1 << 62 # A tick.
const STRIDE := 20 # Floats of an instance in a MultiMesh: matrix, colour and INSTANCE_CUSTOM.

## An event of a clip, exactly once each, for the instance that plays it.
signal event(instance: int, name: String, parameter: String, time_seconds: float)

## A clip that plays once has ended; emitted once, after the clip's events. `layer`: it is the clip of the instance's
## layer.
signal finished(instance: int, clip_name: String, layer: bool)

## The drawn character.
@export var asset: TexeletonAsset:
	set(value):
		asset = value
		_ready_to_draw = false
		notify_property_list_changed()
		_build_soon()

## Number of instances.
@export_range(0, 1000000) var count := 1:
	set(value):
		count = clampi(value, 0, 1 << 20)
		_ready_to_draw = false
		_build_soon()

## The clip of instances until play() is called; empty: the first clip that moves.
@export var clip := "":
	set(value):
		clip = value
		_build_again()

## Instances start at different times of the clip.
@export var scatter_time := true:
	set(value):
		scatter_time = value
		_build_again()

## The variant of instances until set_variant() is called; empty: the first.
@export var variant := "":
	set(value):
		variant = value
		_build_again()

## Places instances in a square grid with this spacing. 0: set_instance_transform() places them.
@export_range(0.0, 100.0, 0.1, "or_greater", "suffix:m") var grid_spacing := 2.0:
	set(value):
		grid_spacing = value
		_build_again()

## Shows frames without blending between them.
@export var stepped := false:
	set(value):
		stepped = value
		_write_layout()

## Distances from the camera where further levels of detail begin. Empty: level 0 everywhere.
@export var lod_distances := PackedFloat32Array():
	set(value):
		lod_distances = value
		_build_again()

## Instances farther from the camera are not drawn; 0: all are.
@export var cull_distance := 0.0:
	set(value):
		cull_distance = value
		_build_again()

## Number of instances whose level of detail is updated per frame, in turn.
@export_range(1, 100000) var instances_checked_per_frame := 1000

## Clips with root motion move their instances. Costs CPU time for each such instance.
@export var apply_root_motion := false

## Forward+: keeps the previous pose for motion vectors (TAA, FSR 2, motion blur). Uploads the matrices of all instances
## every frame. Must be set before the crowd enters the tree.
@export var motion_vectors := false:
	set(value):
		motion_vectors = value
		_build_again()

@export var cast_shadow := GeometryInstance3D.SHADOW_CASTING_SETTING_ON:
	set(value):
		cast_shadow = value
		for node in _nodes():
			node.cast_shadow = value

@export_flags_3d_render var layers := 1:
	set(value):
		layers = value
		for node in _nodes():
			node.layers = value

## Speed of all instances, multiplied by their own.
@export var speed_scale := 1.0

## You call advance(); otherwise it is called every frame.
@export var manual := false

## Plays in the editor's viewport.
@export var preview_in_editor := true

## The damage to the animation texture and the setting to change; empty: none. If damaged, a checker of magenta and
## black is drawn instead of the characters.
var texture_problem := ""

var _ready_to_draw := false
var _is_building := false
var _levels: Array[Level] = []
var _materials: Array[Material] = [] # The asset's materials; copies with this crowd's uniforms.
var _state := PackedFloat32Array()
var _state_dirty := true
var _state_textures: Array[ImageTexture] = []
var _state_now := 0 # The current one of the two.
var _state_changed := false # In this frame or the previous one.

var _seconds := 0.0
var _ticks := 0 # Whole, since the start.
var _rest := 0
var _base := 0 # Ticks at the last re-basing.
var _clock_before := Vector2i()
var _parity := 0

var _transforms: Array[Transform3D] = []
var _level_of := PackedInt32Array() # −1: not drawn.
var _slot_of := PackedInt32Array()
var _clip_a := PackedInt32Array()
var _clip_b := PackedInt32Array()
var _speed_a := PackedFloat64Array()
var _speed_b := PackedFloat64Array()
var _fade_start := PackedInt64Array() # In ticks of the current base.
var _fade_ticks := PackedInt64Array()
var _started_at := PackedFloat64Array() # Seconds of the crowd at the start of its clip,
var _started_from := PackedFloat64Array() # and the time in the clip then.
var _waiting := {} # Instances whose next clip waits for a fade to end.
var _queues := {} # By instance: queued clips.
var _ends := {} # By instance whose clip ends: the tick since the start.
var _next_end := NEVER # No end is earlier.
var _finished := PackedByteArray() # Instances that have reached the end of a clip that plays once.
var _told: Array[Array] = [] # Events and ends that were due before a clip began in this step.
var _layers := {} # Layer by instance.
var _layer_state := PackedFloat32Array() # Empty until there is a layer.
var _layer_texture: ImageTexture
var _layers_dirty := false
var _roots := {} # Instances with root motion: their places when their clip began.
var _taken := {} # For take_root_motion(): position in the clip at the last call.
var _scheduler := EventScheduler.new()
var _clip_numbers := {}

var _bounds := AABB() # Bounds of the instances, never too small.
var _bounds_next := AABB()
var _bounds_cursor := -1 # −1: no update needed.
var _bounds_again := false
var _bounds_dirty := false
var _lod_cursor := 0


## A clip over an instance's own, on the bones of a mask. Ticks are those since the start.
class Layer:
	var clip := 0
	var mask := 0
	var speed := 1.0
	var record: CrowdClock.Record
	var clip_end := NEVER # End of its clip; NEVER after it was reported.
	var in_start := 0
	var in_ticks := 0
	var leaves := false
	var out_start := 0
	var out_ticks := 0

	## The tick at which it ends.
	func end() -> int:
		return out_start + out_ticks


class Level:
	var nodes: Array[MultiMeshInstance3D] = []
	var members := PackedInt32Array() # Instances, by slot; only the first `used` count.
	var used := 0
	var buffers: Array[PackedFloat32Array] = [] # One, or two for even and odd frames.
	var dirty := true


func _ready() -> void:
	_build()


func _process(delta: float) -> void:
	if manual or (Engine.is_editor_hint() and not preview_in_editor):
		return
	advance(delta)


func _validate_property(property: Dictionary) -> void:
	var names := PackedStringArray()
	if asset != null and property.name == "clip":
		names = asset.clip_names()
	elif asset != null and property.name == "variant":
		names = asset.variant_names()
	if names.size() > 0:
		property.hint = PROPERTY_HINT_ENUM_SUGGESTION
		property.hint_string = ",".join(names)


func _get_configuration_warnings() -> PackedStringArray:
	return PackedStringArray(["Set an asset: a .texgodot file."]) if asset == null else PackedStringArray()


## Plays a clip on an instance, with a cross-fade of `fade_seconds`. Without `start_seconds` it begins at the clip's
## start (once and backward: at its end). With a fade during another fade, it begins when that one has ended, so that
## nothing jumps; the last waiting clip counts; without a fade it starts at once. The queue is cleared. Returns false if
## there is no such clip.
func play(instance: int, clip_name: String, fade_seconds := 0.0, speed := 1.0, start_seconds: Variant = null,
		fire_events := true) -> bool:
	var wish := _wish(instance, clip_name, fade_seconds, speed, start_seconds, fire_events)
	if wish.is_empty():
		return false
	_waiting.erase(instance)
	_queues.erase(instance)
	_go_over(instance, wish, _ticks)
	return true


## Plays a clip after the current one and those queued before: at the end of a clip that plays once (at once if it has
## ended), or at the end of the current loop. A fade begins then. Returns false if there is no such clip.
func queue(instance: int, clip_name: String, fade_seconds := 0.0, speed := 1.0, start_seconds: Variant = null,
		fire_events := true) -> bool:
	var wish := _wish(instance, clip_name, fade_seconds, speed, start_seconds, fire_events)
	if wish.is_empty():
		return false
	if _finished[instance] and not _queues.has(instance) and not _waiting.has(instance):
		_go_over(instance, wish, _ticks)
		return true
	if not _queues.has(instance):
		_queues[instance] = []
		if asset.clips[_clip_b[instance]].plays_as_loop():
			_ends_at(instance, _loop_end(instance, _ticks))
	_queues[instance].append(wish)
	return true


## Clears the queue; the current clip continues.
func clear_queue(instance: int) -> void:
	if _has(instance):
		_queues.erase(instance)
		if asset.clips[_clip_b[instance]].plays_as_loop():
			_ends.erase(instance)


## Whether an instance has reached the end of a clip that plays once.
func is_finished(instance: int) -> bool:
	return _has(instance) and _finished[instance] == 1


## Clip, speed, start, ticks of the fade, whether events fire; empty if there is no such clip.
func _wish(instance: int, clip_name: String, fade_seconds: float, speed: float, start_seconds: Variant, fire_events: bool) -> Array:
	if not _has(instance):
		return []
	var number: int = _clip_numbers.get(clip_name, -1)
	if number < 0:
		asset.clip_index(clip_name) # Reports the known names.
		return []
	var to := asset.clips[number]
	var start: float = start_seconds if start_seconds != null else (to.play_length() if speed < 0.0 and not to.loop else 0.0)
	if not is_finite(speed) or not is_finite(start):
		push_error("Texeleton: speed and start must be finite numbers")
		return []
	return [number, speed, start, _fade_of(fade_seconds), fire_events]


## Begins a clip at a tick, or lets it wait for the end of a fade.
func _go_over(instance: int, wish: Array, tick: int) -> void:
	var fade_end := _fade_start[instance] + _fade_ticks[instance] + _base
	if wish[3] > 0 and _fade_ticks[instance] > 0 and tick < fade_end:
		_waiting[instance] = wish + [fade_end]
	else:
		_begin(instance, wish[0], wish[1], wish[2], wish[3], wish[4], tick)


## Stores when a clip that begins at a tick ends: without length at once; looping only if another clip is queued.
func _clip_ends(instance: int, record: CrowdClock.Record, tick: int) -> void:
	var to := asset.clips[_clip_b[instance]]
	if to.plays_as_loop():
		_ends_at(instance, _loop_end(instance, tick) if _queues.has(instance) else NEVER)
	else:
		_ends_at(instance, _end_tick(to, record, tick) if to.play_length() > 0.0 else tick)


func _ends_at(instance: int, tick: int) -> void:
	if tick < NEVER:
		_ends[instance] = tick
		_next_end = mini(_next_end, tick)
	else:
		_ends.erase(instance)


## The first tick after `tick` at which a looping clip ends a loop; NEVER: it does not move.
func _loop_end(instance: int, tick: int) -> int:
	var speed := _speed_b[instance]
	if speed == 0.0:
		return NEVER
	var length := asset.clips[_clip_b[instance]].play_length()
	var passed := float(tick) / CrowdClock.TICKS_PER_SECOND - _started_at[instance]
	var turns := (_started_from[instance] + speed * passed) / length
	var end := floorf(turns) + 1.0 if speed > 0.0 else ceilf(turns) - 1.0
	var at := _started_at[instance] + (end * length - _started_from[instance]) / speed
	return maxi(tick + 1, ceili(at * CrowdClock.TICKS_PER_SECOND - 1e-6))


func _begin(instance: int, number: int, speed: float, start: float, fade: int, fire_events: bool, tick: int) -> void:
	var to := asset.clips[number]
	var seconds := _seconds if tick == _ticks else float(tick) / CrowdClock.TICKS_PER_SECOND
	_settle_root(instance, seconds)
	var record := CrowdClock.record_of(to, speed, start, tick - _base)
	if fade > 0:
		_clip_a[instance] = _clip_b[instance]
		_speed_a[instance] = _speed_b[instance]
		_write_record(instance, 0, _record(instance, 1))
	else:
		_clip_a[instance] = number
		_speed_a[instance] = speed
		_write_record(instance, 0, record)
	_clip_b[instance] = number
	_speed_b[instance] = speed
	_write_record(instance, 1, record)
	_fade_start[instance] = tick - _base
	_fade_ticks[instance] = fade
	_write_fade(instance)
	_started_at[instance] = seconds
	_started_from[instance] = start
	_taken.erase(instance)
	if apply_root_motion and to.root_track.size() > 0:
		_roots[instance] = _transforms[instance]
	_finished[instance] = 0
	_clip_ends(instance, record, tick)
	if fire_events:
		_scheduler.start(2 * instance, to, speed, start, tick)
	else:
		_scheduler.remove(2 * instance)
	_cover(instance)


## Begins waiting and queued clips at the tick that they wait for, however long the frame took. Events and ends due
## before are reported first.
func _begin_due() -> void:
	var due: Array[Array] = [] # Tick, instance, whether it waits.
	for instance: int in _waiting:
		if _waiting[instance][5] <= _ticks:
			due.append([_waiting[instance][5], instance, 1])
	if _next_end <= _ticks:
		_next_end = NEVER
		for instance: int in _ends:
			if _ends[instance] <= _ticks:
				due.append([_ends[instance], instance, 0])
			else:
				_next_end = mini(_next_end, _ends[instance])
	due.sort()
	var next := 0
	while next < due.size():
		var tick: int = due[next][0]
		var instance: int = due[next][1]
		var waits: bool = due[next][2] == 1
		next += 1
		if _due_tick(instance, waits) != tick:
			continue # Something else has begun in between.
		_collect_events(tick)
		if waits:
			var wish: Array = _waiting[instance]
			_waiting.erase(instance)
			_begin(instance, wish[0], wish[1], wish[2], wish[3], wish[4], tick)
		else:
			_end(instance, tick)
		# The new clip may have ended by now, too.
		if tick < _ticks:
			for entry: Array in [[_due_tick(instance, false), instance, 0], [_due_tick(instance, true), instance, 1]]:
				if entry[0] <= _ticks and not due.has(entry):
					due.insert(maxi(next, due.bsearch(entry)), entry)


## The tick at which the waiting clip begins, or the playing one ends.
func _due_tick(instance: int, waits: bool) -> int:
	if not waits:
		return _ends.get(instance, NEVER)
	return _waiting[instance][5] if _waiting.has(instance) else NEVER


## Handles the end of a clip: reports it, and begins the queued clip.
func _end(instance: int, tick: int) -> void:
	_ends.erase(instance)
	var ended := asset.clips[_clip_b[instance]]
	if not ended.plays_as_loop():
		_finished[instance] = 1
		_told.append([instance, ended.name])
	if not _queues.has(instance) or _waiting.has(instance):
		return
	var wish: Array = _queues[instance].pop_front()
	if _queues[instance].is_empty():
		_queues.erase(instance)
	_go_over(instance, wish, tick)


## Collects events due up to a tick, to be emitted after the frame.
func _collect_events(tick: int) -> void:
	while not event.get_connections().is_empty():
		var fired := _scheduler.next(tick)
		if fired.is_empty():
			break
		if _is_heard(fired):
			_told.append([fired.instance >> 1, fired.name, fired.parameter, fired.time_seconds])


## Whether an event is emitted: not if its layer had ended before.
func _is_heard(fired: Dictionary) -> bool:
	var instance: int = fired.instance >> 1
	return not (fired.instance & 1) or (_layers.has(instance) and not (_layers[instance].leaves and fired.tick > _layers[instance].end()))


## Plays a clip over an instance's own, on the bones of a mask of the character: an attack of the upper body over a run.
## It fades in over `fade_seconds`. A clip that plays once fades out in the same time before its end, unless `hold` is
## set; others stay until stop_layer(). Replaces the instance's layer. Its events are emitted by `event`, too. Returns
## false if there is no such clip or mask.
func play_layer(instance: int, clip_name: String, mask_name: String, fade_seconds := 0.0, speed := 1.0,
		start_seconds: Variant = null, hold := false) -> bool:
	if not _has(instance):
		return false
	var number: int = _clip_numbers.get(clip_name, -1)
	var mask := asset.mask_index(mask_name)
	if number < 0 or mask < 0:
		if number < 0:
			asset.clip_index(clip_name) # Reports the known names.
		return false
	var over := asset.clips[number]
	var start: float = start_seconds if start_seconds != null else (over.play_length() if speed < 0.0 and not over.loop else 0.0)
	if not is_finite(speed) or not is_finite(start):
		push_error("Texeleton: speed and start must be finite numbers")
		return false
	if _layer_state.is_empty():
		_layer_state.resize(STATE_WIDTH / 6 * 4 * _state_textures[0].get_height() * 4)
	var fade := _fade_of(fade_seconds)
	var layer := Layer.new()
	layer.clip = number
	layer.mask = mask
	layer.speed = speed
	layer.record = CrowdClock.record_of(over, speed, start, _ticks - _base)
	layer.in_start = _ticks
	layer.in_ticks = fade
	var end := _end_tick(over, layer.record, _ticks)
	layer.clip_end = end
	if end < NEVER and not hold:
		layer.leaves = true
		layer.out_start = maxi(_ticks, end - fade)
		layer.out_ticks = mini(fade, end - _ticks)
	_layers[instance] = layer
	_write_layer(instance)
	_scheduler.start(2 * instance + 1, over, speed, start, _ticks)
	_cover(instance)
	return true


## Removes an instance's layer, with a fade of `fade_seconds`.
func stop_layer(instance: int, fade_seconds := 0.0) -> void:
	if not _has(instance) or not _layers.has(instance):
		return
	var layer: Layer = _layers[instance]
	var fade := _fade_of(fade_seconds)
	# A layer that is already ending is not restored.
	if layer.leaves and layer.out_start <= _ticks and fade > 0:
		return
	layer.leaves = true
	layer.out_start = _ticks
	layer.out_ticks = fade
	if fade == 0:
		_end_layer(instance)
	else:
		_write_layer(instance)


## The share of an instance's layer, 0 … 1; 0: none.
func layer_share(instance: int) -> float:
	if not _has(instance) or not _layers.has(instance):
		return 0.0
	var layer: Layer = _layers[instance]
	var share := CrowdClock.fade_share(layer.in_start - _base, layer.in_ticks, _ticks - _base, _rest)
	return share * (1.0 - CrowdClock.fade_share(layer.out_start - _base, layer.out_ticks, _ticks - _base, _rest)) if layer.leaves else share


## The clip of an instance's layer; empty: none.
func layer_playing(instance: int) -> String:
	return asset.clips[_layers[instance].clip].name if _has(instance) and _layers.has(instance) else ""


static func _fade_of(seconds: float) -> int:
	return int(clampf(roundf(seconds * CrowdClock.TICKS_PER_SECOND), 1.0, CrowdClock.REBASE_TICKS)) if seconds > 0.0 else 0


## The tick at which a clip that plays once and begins at `tick` ends; NEVER: it does not end.
func _end_tick(over: Clip, record: CrowdClock.Record, tick: int) -> int:
	var step := absi(record.step_high * 65536 + record.step_low)
	if over.plays_as_loop() or step == 0:
		return NEVER
	# The record's phase is the tick at which it started.
	var ago := CrowdClock.as_signed(record.phase - (tick - _base))
	return maxi(tick, tick + ago + (CrowdClock.STEP_UNITS_WHOLE + step - 1) / step)


func _end_layer(instance: int) -> void:
	_layers.erase(instance)
	_scheduler.remove(2 * instance + 1)
	_write_layer(instance)


## Removes layers that have ended, after their events.
func _end_layers() -> void:
	for instance: int in _layers.keys():
		var layer: Layer = _layers[instance]
		if layer.clip_end <= _ticks:
			layer.clip_end = NEVER
			finished.emit(instance, asset.clips[layer.clip].name, true)
		if _layers.get(instance) == layer and layer.leaves and layer.end() <= _ticks:
			_end_layer(instance)


## Layer: clip, mask and 1 (0: none), low part of the step, 1: it ends | phase, high part of the step | start and ticks
## of its fade-in | of its fade-out.
func _write_layer(instance: int) -> void:
	var at := 16 * instance
	_layers_dirty = true
	if not _layers.has(instance):
		_layer_state[at + 1] = 0.0
		return
	var layer: Layer = _layers[instance]
	_layer_state[at] = layer.clip
	_layer_state[at + 1] = layer.mask + 1
	_layer_state[at + 2] = layer.record.step_low
	_layer_state[at + 3] = 1.0 if layer.leaves else 0.0
	var words := [layer.record.phase, layer.record.step_high, layer.in_start - _base, layer.in_ticks, layer.out_start - _base, layer.out_ticks]
	for i in words.size():
		_layer_state[at + 4 + 2 * i] = words[i] & 0xffff
		_layer_state[at + 5 + 2 * i] = (words[i] >> 16) & 0xffff


## All instances play a clip; `scatter` spreads their starts over it.
func play_all(clip_name: String, fade_seconds := 0.0, speed := 1.0, scatter := true) -> void:
	_build()
	var number: int = _clip_numbers.get(clip_name, -1)
	if number < 0:
		if asset != null:
			asset.clip_index(clip_name)
		return
	var to := asset.clips[number]
	for i in count:
		# The golden ratio spreads any number of starts evenly.
		var start: Variant = fmod(i * 0.6180339887498949, 1.0) * to.play_length() if scatter and to.loop else null
		play(i, clip_name, fade_seconds, speed, start)


## The clip of an instance, or the incoming one.
func playing(instance: int) -> String:
	return asset.clips[_clip_b[instance]].name if _has(instance) else ""


## Seconds into its clip, unrolled if it loops.
func position_seconds(instance: int) -> float:
	return _position_at(instance, _seconds) if _has(instance) else 0.0


func _position_at(instance: int, seconds: float) -> float:
	var position := _started_from[instance] + _speed_b[instance] * (seconds - _started_at[instance])
	var to := asset.clips[_clip_b[instance]]
	return position if to.plays_as_loop() else clampf(position, 0.0, to.play_length())


func set_instance_transform(instance: int, transform_in_crowd: Transform3D) -> void:
	if not _has(instance):
		return
	_transforms[instance] = transform_in_crowd
	if _roots.has(instance):
		_roots[instance] = transform_in_crowd
		_started_from[instance] = position_seconds(instance)
		_started_at[instance] = _seconds
	_write_transform(instance)
	_cover(instance)


func get_instance_transform(instance: int) -> Transform3D:
	return _transforms[instance] if _has(instance) else Transform3D()


## The colour of an instance, within the character's tint mask (alpha is ignored).
func set_tint(instance: int, color: Color) -> void:
	if _has(instance):
		var linear := color.srgb_to_linear()
		var at := FLOATS * instance + 16
		_state[at] = linear.r
		_state[at + 1] = linear.g
		_state[at + 2] = linear.b
		_state_dirty = true


## The instance's entry of the palette, if the character has one.
func set_palette_entry(instance: int, entry: int) -> void:
	if _has(instance):
		_state[FLOATS * instance + 19] = entry
		_state_dirty = true


func set_variant(instance: int, variant_name: String) -> void:
	if _has(instance):
		var number := asset.variant_index(variant_name)
		if number >= 0:
			_state[FLOATS * instance + 20] = number
			_state_dirty = true


## Draws this crowd with another material in place of the asset's material of that index (see TexeletonAsset.materials).
## Your own shader includes shaders/pose.gdshaderinc; this crowd sets its uniforms.
func set_material(number: int, material: ShaderMaterial) -> void:
	_build()
	if number < 0 or number >= _materials.size():
		push_error("Texeleton: there is no material %d" % number)
		return
	if texture_problem != "":
		return # The checker stays.
	_materials[number] = material.duplicate()
	for level in _levels.size():
		for i in _levels[level].nodes.size():
			_levels[level].nodes[i].material_override = _materials[asset.levels[level].materials[i]]
	_write_uniforms()


## The material of a surface of a level of detail.
func get_surface_material(level: int, surface: int) -> ShaderMaterial:
	_build()
	return _materials[asset.levels[level].materials[surface]] as ShaderMaterial


## Whether the instance's variant hides a vertex of a surface (arrays of ArrayMesh.surface_get_arrays()).
func is_hidden(instance: int, arrays: Array, vertex: int) -> bool:
	if not asset.has_variants() or arrays[Mesh.ARRAY_CUSTOM3] == null:
		return false
	var shown: PackedInt32Array = asset.variants[int(_state[FLOATS * instance + 20])].meshes
	return not shown.has(int(arrays[Mesh.ARRAY_CUSTOM3][2 * vertex + 1]))


## Pose of a socket of an instance in the crowd's space, in full orientation, also during a cross-fade.
func socket_transform(instance: int, socket_name: String) -> Transform3D:
	if not _has(instance):
		return Transform3D()
	var socket := asset.socket_index(socket_name)
	if socket < 0:
		return Transform3D()
	return _transforms[instance] * Decode.socket_pose(asset, socket, moment(instance))


## The moment of an instance, for decode.gd.
func moment(instance: int) -> Decode.Moment:
	var now := _ticks - _base
	var from := CrowdClock.frames_of(asset.clips[_clip_a[instance]], _record(instance, 0), now, _rest)
	var to := CrowdClock.frames_of(asset.clips[_clip_b[instance]], _record(instance, 1), now, _rest)
	if stepped:
		from.fraction = 0.0
		to.fraction = 0.0
	var shown := Decode.Moment.new(from, to, CrowdClock.fade_share(_fade_start[instance], _fade_ticks[instance], now, _rest))
	var share := layer_share(instance)
	if share > 0.0:
		var layer: Layer = _layers[instance]
		shown.over = CrowdClock.frames_of(asset.clips[layer.clip], layer.record, now, _rest)
		if stepped:
			shown.over.fraction = 0.0
		shown.over_share = share
		shown.mask = asset.masks[layer.mask]
	return shown


## The root motion of an instance since the last call (or since its clip began), in its own space: for characters that
## you move yourself. Not with `apply_root_motion`.
func take_root_motion(instance: int) -> Transform3D:
	if not _has(instance):
		return Transform3D()
	var now := position_seconds(instance)
	var before: float = _taken.get(instance, _started_from[instance])
	_taken[instance] = now
	return RootMotion.as_transform(RootMotion.between(asset.clips[_clip_b[instance]], before, now))


## The drawn level of detail; −1: it is culled by its distance.
func level_of(instance: int) -> int:
	return _level_of[instance] if _has(instance) else -1


## Box around all instances, in the crowd's space.
func get_bounds() -> AABB:
	return _bounds


## Advances by a step of time (not negative), draws the result, and emits due events. Called every frame, unless
## `manual`.
func advance(delta_seconds: float) -> void:
	_build()
	if not _ready_to_draw:
		return
	_clock_before = Vector2i(_ticks - _base, _rest)
	if is_finite(delta_seconds) and delta_seconds * speed_scale > 0.0:
		_seconds += delta_seconds * speed_scale
		var time := CrowdClock.time_of(_seconds)
		_ticks = time[0]
		_rest = time[1]
	_begin_due()
	if _ticks - _base >= CrowdClock.REBASE_TICKS:
		_rebase()
	for instance: int in _roots:
		_transforms[instance] = _rooted(instance, _seconds)
		_write_transform(instance)
		_cover(instance)
	_choose_levels()
	_shrink_bounds()
	_upload()
	# Afterwards, so that a listener that plays another clip sees the time of this frame.
	var told := _told
	_told = []
	for entry in told:
		if entry.size() == 2:
			finished.emit(entry[0], entry[1], false)
		else:
			event.emit(entry[0], entry[1], entry[2], entry[3])
	while not event.get_connections().is_empty():
		var fired := _scheduler.next(_ticks)
		if fired.is_empty():
			break
		if _is_heard(fired):
			event.emit(fired.instance >> 1, fired.name, fired.parameter, fired.time_seconds)
	_end_layers()
	if event.get_connections().is_empty():
		_scheduler.pass_to(_ticks) # Events without a listener cost nothing, and are not delivered later.
	if _state_dirty or _layers_dirty:
		_upload()


func _has(instance: int) -> bool:
	_build()
	if instance >= 0 and instance < _clip_b.size():
		return true
	push_error("Texeleton: there is no instance %d, only %d" % [instance, _clip_b.size()])
	return false


func _nodes() -> Array[MultiMeshInstance3D]:
	var all: Array[MultiMeshInstance3D] = []
	for level in _levels:
		all.append_array(level.nodes)
	return all


func _build_soon() -> void:
	if is_inside_tree():
		_build.call_deferred()


## Properties of the start apply to existing instances only in the editor, for trying them.
func _build_again() -> void:
	if not is_inside_tree() or Engine.is_editor_hint():
		_ready_to_draw = false
	_build_soon()


## Makes the nodes that draw, unless they exist.
func _build() -> void:
	if _ready_to_draw or _is_building:
		return
	for level in _levels:
		for node in level.nodes:
			node.queue_free()
	_levels.clear()
	_materials.clear()
	if asset == null or asset.clips.is_empty() or asset.levels.is_empty():
		_clip_b.clear()
		return
	_is_building = true
	texture_problem = _texture_problem()
	if texture_problem != "":
		push_error(texture_problem)
	for material in asset.materials:
		_materials.append(material.duplicate() if texture_problem == "" else _checker())
	for entry in asset.levels:
		_levels.append(_new_level(entry))
	_clip_numbers.clear()
	for i in asset.clips.size():
		_clip_numbers[asset.clips[i].name] = i
	_reset_instances()
	_ready_to_draw = true
	_write_uniforms()
	_is_building = false
	update_configuration_warnings()
	var first: String = clip if _clip_numbers.has(clip) else asset.first_clip().name
	play_all(first, 0.0, 1.0, scatter_time)
	_choose_levels(true)
	_shrink_bounds(true)
	_upload()


func _new_level(entry: Dictionary) -> Level:
	var level := Level.new()
	level.members.resize(count)
	var buffer := PackedFloat32Array()
	buffer.resize(STRIDE * count)
	level.buffers.append(buffer)
	if motion_vectors:
		level.buffers.append(buffer.duplicate())
	for i in entry.meshes.size():
		var multimesh := MultiMesh.new()
		multimesh.transform_format = MultiMesh.TRANSFORM_3D
		multimesh.use_custom_data = true
		# White. Without it, vertex colours are multiplied by INSTANCE_CUSTOM in the Compatibility renderer (4.6).
		multimesh.use_colors = true
		multimesh.mesh = entry.meshes[i]
		multimesh.instance_count = count
		var node := MultiMeshInstance3D.new()
		node.multimesh = multimesh
		node.material_override = _materials[entry.materials[i]]
		node.cast_shadow = cast_shadow
		node.layers = layers
		node.gi_mode = GeometryInstance3D.GI_MODE_DISABLED
		# Interpolation would show old matrices beside new poses.
		if "physics_interpolation_mode" in node:
			node.set("physics_interpolation_mode", 2)
		add_child(node, false, Node.INTERNAL_MODE_FRONT)
		level.nodes.append(node)
	return level


func _reset_instances() -> void:
	_transforms.resize(count)
	_level_of.resize(count)
	_slot_of.resize(count)
	_clip_a.resize(count)
	_clip_b.resize(count)
	_clip_a.fill(0)
	_clip_b.fill(0)
	_speed_a.resize(count)
	_speed_b.resize(count)
	_fade_start.resize(count)
	_fade_ticks.resize(count)
	_fade_start.fill(0)
	_fade_ticks.fill(0)
	_started_at.resize(count)
	_started_from.resize(count)
	_started_at.fill(_seconds)
	_started_from.fill(0.0)
	_roots.clear()
	_waiting.clear()
	_queues.clear()
	_ends.clear()
	_next_end = NEVER
	_finished.resize(count)
	_finished.fill(0)
	_layers.clear()
	_layer_state.clear()
	_layers_dirty = false
	_taken.clear()
	_scheduler = EventScheduler.new()
	_level_of.fill(-1)
	_bounds = AABB()
	_bounds_cursor = -1
	var rows := maxi(1, (count + 127) / 128)
	_state.clear()
	_state.resize(STATE_WIDTH * rows * 4)
	var variant_number := maxi(0, asset.variant_names().find(variant))
	var side := maxi(1, ceili(sqrt(count)))
	for i in count:
		var at := FLOATS * i
		_state[at + 16] = 1.0
		_state[at + 17] = 1.0
		_state[at + 18] = 1.0
		_state[at + 20] = variant_number
		_transforms[i] = Transform3D(Basis(), grid_spacing * Vector3(i % side - 0.5 * (side - 1), 0.0, -(i / side)))
		_enter_level(i, 0)
	var image := Image.create_from_data(STATE_WIDTH, rows, false, Image.FORMAT_RGBAF, _state.to_byte_array())
	_state_textures = [ImageTexture.create_from_image(image), ImageTexture.create_from_image(image)]
	_state_dirty = true


## State: clips A and B, start of the fade | its ticks, low parts of the steps | A: phase, high part of the step | B: the
## same | tint, palette entry | variant. 32-bit numbers as two of 16, which floats hold exactly on every GPU.
func _write_record(instance: int, which: int, record: CrowdClock.Record) -> void:
	var at := FLOATS * instance
	_state[at + 6 + which] = record.step_low
	var high := record.step_high & 0xffffffff
	at += 8 + 4 * which
	_state[at] = record.phase & 0xffff
	_state[at + 1] = record.phase >> 16
	_state[at + 2] = high & 0xffff
	_state[at + 3] = high >> 16
	_state_dirty = true


func _record(instance: int, which: int) -> CrowdClock.Record:
	var at := FLOATS * instance
	var record := CrowdClock.Record.new()
	record.step_low = int(_state[at + 6 + which])
	at += 8 + 4 * which
	record.phase = int(_state[at]) | (int(_state[at + 1]) << 16)
	record.step_high = CrowdClock.as_signed(int(_state[at + 2]) | (int(_state[at + 3]) << 16))
	return record


func _write_fade(instance: int) -> void:
	var at := FLOATS * instance
	var start := _fade_start[instance] & 0xffffffff
	_state[at] = _clip_a[instance]
	_state[at + 1] = _clip_b[instance]
	_state[at + 2] = start & 0xffff
	_state[at + 3] = start >> 16
	_state[at + 4] = _fade_ticks[instance] & 0xffff
	_state[at + 5] = (_fade_ticks[instance] >> 16) & 0xffff
	_state_dirty = true


func _rebase() -> void:
	var ticks := _ticks - _base
	_base = _ticks
	for i in count:
		_write_record(i, 0, CrowdClock.rebased(_record(i, 0), asset.clips[_clip_a[i]], _speed_a[i], ticks))
		_write_record(i, 1, CrowdClock.rebased(_record(i, 1), asset.clips[_clip_b[i]], _speed_b[i], ticks))
		_fade_start[i] = maxi(_fade_start[i] - ticks, -CrowdClock.REBASE_TICKS)
		_write_fade(i)
	for instance: int in _layers:
		var layer: Layer = _layers[instance]
		layer.record = CrowdClock.rebased(layer.record, asset.clips[layer.clip], layer.speed, ticks)
		layer.in_start = maxi(layer.in_start, _base - CrowdClock.REBASE_TICKS)
		_write_layer(instance)
	_clock_before = Vector2i(0, _rest)


func _write_transform(instance: int) -> void:
	var index := _level_of[instance]
	if index < 0:
		return
	var level := _levels[index]
	var t := _transforms[instance]
	var at := STRIDE * _slot_of[instance]
	for parity in level.buffers.size():
		var buffer := level.buffers[parity]
		buffer[at] = t.basis.x.x
		buffer[at + 1] = t.basis.y.x
		buffer[at + 2] = t.basis.z.x
		buffer[at + 3] = t.origin.x
		buffer[at + 4] = t.basis.x.y
		buffer[at + 5] = t.basis.y.y
		buffer[at + 6] = t.basis.z.y
		buffer[at + 7] = t.origin.y
		buffer[at + 8] = t.basis.x.z
		buffer[at + 9] = t.basis.y.z
		buffer[at + 10] = t.basis.z.z
		buffer[at + 11] = t.origin.z
		buffer[at + 12] = 1.0
		buffer[at + 13] = 1.0
		buffer[at + 14] = 1.0
		buffer[at + 15] = 1.0
		# INSTANCE_CUSTOM has 16 bits in the Compatibility renderer: numbers up to 1,024 are exact.
		buffer[at + 16] = instance & 1023
		buffer[at + 17] = instance >> 10
		buffer[at + 18] = parity
		level.buffers[parity] = buffer
	level.dirty = true


func _enter_level(instance: int, index: int) -> void:
	_level_of[instance] = index
	if index < 0:
		return
	var level := _levels[index]
	_slot_of[instance] = level.used
	level.members[level.used] = instance
	level.used += 1
	_write_transform(instance)


func _leave_level(instance: int) -> void:
	if _level_of[instance] < 0:
		return
	# The last instance takes its place.
	var level := _levels[_level_of[instance]]
	level.used -= 1
	var last := level.members[level.used]
	level.members[_slot_of[instance]] = last
	_slot_of[last] = _slot_of[instance]
	_write_transform(last)
	level.dirty = true


func _choose_levels(all := false) -> void:
	if (lod_distances.is_empty() and cull_distance <= 0.0) or count == 0 or not is_inside_tree():
		return
	var camera := get_viewport().get_camera_3d()
	if camera == null:
		return
	var eye := global_transform.affine_inverse() * camera.global_position
	var number := count if all else mini(instances_checked_per_frame, count)
	for n in number:
		_lod_cursor = _lod_cursor + 1 if _lod_cursor + 1 < count else 0
		var distance := eye.distance_to(_transforms[_lod_cursor].origin)
		var wanted := 0
		if cull_distance > 0.0 and distance > cull_distance:
			wanted = -1
		else:
			while wanted < lod_distances.size() and wanted + 1 < _levels.size() and distance >= lod_distances[wanted]:
				wanted += 1
		if wanted != _level_of[_lod_cursor]:
			_leave_level(_lod_cursor)
			_enter_level(_lod_cursor, wanted)


## Box of an instance with its current clips.
func _box_of(instance: int) -> AABB:
	var to := _clip_b[instance]
	var box := asset.clips[to].bounds
	if _clip_a[instance] != to and CrowdClock.fade_share(_fade_start[instance], _fade_ticks[instance], _ticks - _base, _rest) < 1.0:
		box = box.merge(asset.clips[_clip_a[instance]].bounds)
	if _layers.has(instance):
		# Its bones are relative to those of the clip below.
		box = box.grow(asset.clips[_layers[instance].clip].bounds.size.length())
	return _transforms[instance] * box


## Includes an instance in the bounds, which grow at once.
func _cover(instance: int) -> void:
	if not _ready_to_draw:
		return
	var box := _box_of(instance)
	if not _bounds.encloses(box):
		_bounds = _bounds.merge(box)
		_bounds_dirty = true
	# Instances moving during the update may have left a place that was already included: update once more.
	_bounds_again = _bounds_cursor >= 0
	_bounds_next = box if _bounds_cursor < 0 else _bounds_next.merge(box)
	_bounds_cursor = maxi(_bounds_cursor, 0)


## Shrinks the bounds when all instances have been updated, some per frame.
func _shrink_bounds(all := false) -> void:
	if all:
		_bounds_cursor = 0
		_bounds_next = _box_of(0) if count > 0 else AABB()
	if _bounds_cursor < 0:
		return
	var end := count if all else mini(count, _bounds_cursor + instances_checked_per_frame)
	for i in range(_bounds_cursor, end):
		_bounds_next = _bounds_next.merge(_box_of(i))
	_bounds_cursor = end
	if end == count:
		_bounds = _bounds_next
		_bounds_cursor = 0 if _bounds_again else -1
		_bounds_next = _box_of(0) if _bounds_again and count > 0 else AABB()
		_bounds_again = false
		_bounds_dirty = true


func _rooted(instance: int, seconds: float) -> Transform3D:
	var way := RootMotion.between(asset.clips[_clip_b[instance]], _started_from[instance], _position_at(instance, seconds))
	return (_roots[instance] as Transform3D) * RootMotion.as_transform(way)


## Makes an instance's root motion its new place.
func _settle_root(instance: int, seconds: float) -> void:
	if _roots.has(instance):
		_transforms[instance] = _rooted(instance, seconds)
		_roots.erase(instance)
		_write_transform(instance)


func _write_uniforms() -> void:
	for material in _materials:
		var shader_material := material as ShaderMaterial
		shader_material.set_shader_parameter("texeleton_animation", asset.texture)
		shader_material.set_shader_parameter("texeleton_clips", asset.clip_table)
		shader_material.set_shader_parameter("texeleton_seen", asset.seen_table)
		shader_material.set_shader_parameter("texeleton_masks", asset.mask_table)
		shader_material.set_shader_parameter("texeleton_table_row", asset.table_row)
	_layers_dirty = not _layer_state.is_empty()
	_write_state()
	_write_layout()


func _write_state() -> void:
	for material in _materials:
		var shader_material := material as ShaderMaterial
		shader_material.set_shader_parameter("texeleton_state", _state_textures[_state_now])
		shader_material.set_shader_parameter("texeleton_state_before", _state_textures[1 - _state_now])


func _write_layout() -> void:
	if asset == null or not _ready_to_draw:
		return
	var parity := _parity if motion_vectors else -1
	var layout := Vector4i(asset.texture_width, asset.rows_per_frame, 1 if stepped else 0, parity)
	for material in _materials:
		(material as ShaderMaterial).set_shader_parameter("texeleton_layout", layout)


func _upload() -> void:
	if motion_vectors:
		_parity = 1 - _parity
		_write_layout()
		for level in _levels:
			level.dirty = true
	if _state_dirty or _state_changed:
		# The other texture keeps the previous frame's state, until both are equal.
		var rows := _state_textures[0].get_height()
		var image := Image.create_from_data(STATE_WIDTH, rows, false, Image.FORMAT_RGBAF, _state.to_byte_array())
		if motion_vectors:
			_state_now = 1 - _state_now
		_state_textures[_state_now].update(image)
		_state_changed = _state_dirty and motion_vectors
		_state_dirty = false
		_write_state()
	if _layers_dirty:
		_layers_dirty = false
		var image := Image.create_from_data(
			STATE_WIDTH / 6 * 4, _state_textures[0].get_height(), false, Image.FORMAT_RGBAF, _layer_state.to_byte_array())
		_layer_texture = ImageTexture.create_from_image(image)
		var layering := Vector2i(1 if _layers.size() > 0 else 0, asset.element_count)
		for material in _materials:
			(material as ShaderMaterial).set_shader_parameter("texeleton_layers", _layer_texture)
			(material as ShaderMaterial).set_shader_parameter("texeleton_layering", layering)
	var clock := Vector4i(_ticks - _base, _rest, _clock_before.x, _clock_before.y)
	for material in _materials:
		(material as ShaderMaterial).set_shader_parameter("texeleton_clock", clock)
	for level in _levels:
		if level.dirty:
			level.dirty = false
			var buffer := level.buffers[_parity if motion_vectors else 0]
			for node in level.nodes:
				node.visible = level.used > 0
				node.multimesh.visible_instance_count = level.used
				if count > 0:
					node.multimesh.buffer = buffer
	if _bounds_dirty:
		_bounds_dirty = false
		for level in _levels:
			for node in level.nodes:
				node.custom_aabb = _bounds
				if "custom_aabb" in node.multimesh:
					node.multimesh.set("custom_aabb", _bounds)


## The damage to the texture in words; empty: none.
func _texture_problem() -> String:
	var names := asset.damages()
	if names.is_empty():
		return ""
	return "Texeleton: the animation texture of \"%s\" cannot be played: %s" % [asset.name, Canary.words(names)]


## Replaces all materials if the texture is damaged: a checker on the bind pose.
func _checker() -> ShaderMaterial:
	var material := ShaderMaterial.new()
	material.shader = Shader.new()
	material.shader.code = CHECKER
	material.set_shader_parameter("cells", 12.0 / maxf(asset.bounds.get_longest_axis_size(), 1e-6))
	return material
