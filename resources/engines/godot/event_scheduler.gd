@tool
extends RefCounted
## The events of a crowd by due time: the cost depends on the events that fire, not on the number of instances. An event
## fires at the tick (crowd_clock.gd) at which the instance's integer phase reaches it. Order: by tick, then by
## instance.

const Clip := preload("clip.gd")
const CrowdClock := preload("crowd_clock.gd")

const TURN := 1 << 48 # In positions.
const PHASE := 1 << 16 # One unit of a 32-bit phase, in positions.
const MAX_TURNS_PER_TICK := 1024.0
const MAX_ONCE_TURNS_PER_TICK := 0.25
const MAX_LOOP := 9007199254740992.0

var _players := {} # By instance.
var _heap: Array[Player] = [] # Earliest due first.
var _passes := 0
var _passed_ticks := 0


class Player:
	var instance := 0
	var clip: Clip
	var phases: PackedInt64Array # Phases of the clip's events.
	var loops := false
	var tick := 0
	var step := 0
	var position := 0
	var loop := 0
	var event := 0
	var skips_end := false
	var place := 0
	var passes := 0 # pass_to() calls at its last update.


## Plays `clip` on `instance` at `speed` from `start_seconds` of the clip, starting at `now_ticks`. Replaces its clip.
## `fire_at_start`: whether events exactly at the start fire.
func start(instance: int, clip: Clip, speed: float, start_seconds: float, now_ticks: int, fire_at_start := true) -> void:
	remove(instance)
	if clip.events.is_empty():
		return
	var player := _begin(clip, speed, start_seconds, now_ticks, fire_at_start)
	if _schedule(player):
		_players[instance] = player
		player.instance = instance
		player.passes = _passes
		player.place = _heap.size()
		_heap.append(player)
		_sift_up(player.place)


func remove(instance: int) -> void:
	if _players.has(instance):
		_take(_players[instance].place)


## Advances to `now_ticks` without a listener: next() leaves out the events due until then. Costs nothing, however many
## instances there are.
func pass_to(now_ticks: int) -> void:
	_passes += 1
	_passed_ticks = now_ticks


## The next event due at or before `now_ticks`: {instance, tick, index, loop, name, parameter, time_seconds}. Call until
## it is empty.
func next(now_ticks: int) -> Dictionary:
	while not _heap.is_empty():
		var player := _heap[0]
		if player.tick > now_ticks:
			break
		# An instance started after the last pass has missed nothing.
		var is_passed := player.passes != _passes and player.tick <= _passed_ticks
		player.passes = _passes
		if is_passed:
			_go_on(_skip_to(player, _passed_ticks))
			continue
		var event := player.clip.events[player.event]
		var fired := {
			instance = player.instance, tick = player.tick, index = player.event, loop = player.loop, name = event.name,
			parameter = event.get("parameter", ""), time_seconds = event.time_seconds,
		}
		_step_event(player)
		_go_on(_schedule(player))
		return fired
	return {}


## The first player of the heap has a new due time, or none.
func _go_on(is_due: bool) -> void:
	if is_due:
		_sift_down(0)
	else:
		_take(0)


static func _is_before(a: Player, b: Player) -> bool:
	return a.tick < b.tick or (a.tick == b.tick and a.instance < b.instance)


func _put(place: int, player: Player) -> void:
	_heap[place] = player
	player.place = place


func _sift_up(from: int) -> void:
	var player := _heap[from]
	var place := from
	while place > 0 and _is_before(player, _heap[(place - 1) >> 1]):
		_put(place, _heap[(place - 1) >> 1])
		place = (place - 1) >> 1
	_put(place, player)


func _sift_down(from: int) -> void:
	var player := _heap[from]
	var place := from
	var child := 2 * place + 1
	while child < _heap.size():
		if child + 1 < _heap.size() and _is_before(_heap[child + 1], _heap[child]):
			child += 1
		if not _is_before(_heap[child], player):
			break
		_put(place, _heap[child])
		place = child
		child = 2 * place + 1
	_put(place, player)


func _take(place: int) -> void:
	_players.erase(_heap[place].instance)
	var last: Player = _heap.pop_back()
	if place < _heap.size():
		_put(place, last)
		_sift_up(place)
		_sift_down(last.place)


## Share of a clip, 0 … 1, as a 32-bit phase; a whole turn is 2³².
static func _phase_of(turns: float) -> int:
	return int(CrowdClock.round_away(minf(turns, 1.0) * 4294967296.0)) if turns > 0.0 else 0


static func _event_phases(clip: Clip) -> PackedInt64Array:
	var phases := PackedInt64Array()
	var length := clip.play_length()
	for event: Dictionary in clip.events:
		phases.append(_phase_of(event.time_seconds / length) if length > 0.0 else 0)
	return phases


## The distance to the next event, in the direction of play; ≤ 0: reached.
static func _distance(player: Player) -> int:
	var event := player.phases[player.event] * PHASE
	if player.step >= 0:
		return event - player.position
	# A loop's phase is rounded down, so it arrives up to one unit earlier; a clip that plays once counts from its end.
	return player.position - event - (PHASE - 1 if player.loops else 0)


static func _step_event(player: Player) -> void:
	var loops := player.loops
	var count := player.phases.size()
	if player.step >= 0:
		player.event += 1
		if player.event == count and loops:
			player.event = 0
			player.loop += 1
			player.position -= TURN
		return
	if player.event > 0:
		player.event -= 1
		return
	if not loops:
		player.event = count
		return
	var skips_end := player.skips_end
	player.skips_end = false
	player.event = count - 1
	player.loop -= 1
	player.position += TURN
	while skips_end and player.phases[player.event] * PHASE == TURN:
		if player.event == 0:
			# All events are at the end: the next one is a loop away.
			player.event = count - 1
			player.loop -= 1
			player.position += TURN
			return
		player.event -= 1


## Computes when the next event is due; false: never.
static func _schedule(player: Player) -> bool:
	if player.event >= player.phases.size():
		return false
	var left := _distance(player)
	if left > 0 and player.step == 0:
		return false
	if left > 0:
		var speed := absi(player.step)
		var ticks := (left + speed - 1) / speed
		player.tick += ticks
		player.position += ticks * player.step
	return true


## Skips events due at or before `ticks`, whole loops at once; false: no event is left.
static func _skip_to(player: Player, ticks: int) -> bool:
	if player.loops and player.step != 0:
		# Skip to the loop before the reached one, all of whose events are due by then; in parts that fit 64 bits.
		var most := maxi(1, (1 << 62) / absi(player.step))
		while player.tick < ticks:
			var part := mini(ticks - player.tick, most)
			var position := player.position + part * player.step
			var turns := (position if player.step >= 0 else TURN - position) / TURN - 1
			if turns <= 0:
				break
			var way := turns if player.step >= 0 else -turns
			player.loop += way
			player.position = position - way * TURN
			player.tick += part
			player.skips_end = false
	var is_due := true
	while is_due and player.tick <= ticks:
		_step_event(player)
		is_due = _schedule(player)
	return is_due


static func _begin(clip: Clip, speed: float, start_seconds: float, now_ticks: int, fire: bool) -> Player:
	var loops := clip.plays_as_loop()
	var most := MAX_TURNS_PER_TICK if loops else MAX_ONCE_TURNS_PER_TICK
	var turns_a_tick := clampf(CrowdClock.turns_per_tick(clip, speed), -most, most)
	var length := clip.play_length()
	var at := start_seconds / length if length > 0.0 else 0.0
	at = at if is_finite(at) else 0.0
	at = clampf(at, -MAX_LOOP, MAX_LOOP) if loops else clampf(at, 0.0, 1.0)

	var player := Player.new()
	player.clip = clip
	player.phases = _event_phases(clip)
	player.loops = loops
	player.tick = now_ticks
	player.step = int(CrowdClock.round_away(turns_a_tick * CrowdClock.STEP_UNITS))
	var phase := 0
	if loops:
		var whole := floorf(at)
		player.loop = int(whole)
		phase = _phase_of(at - whole)
		if phase == 1 << 32:
			# Rounded up to the next loop.
			phase = 0
			player.loop += 1
		player.position = phase * PHASE
	else:
		phase = _phase_of(at)
		player.position = phase * PHASE
		if player.step != 0:
			# It started a whole number of ticks ago, as in CrowdClock.record_of().
			var record := CrowdClock.record_of(clip, speed, start_seconds)
			var ago := -record.phase & CrowdClock.MASK
			var way := TURN if ago > TURN / absi(player.step) else absi(player.step) * ago
			player.position = way if player.step > 0 else TURN - way
	var count := clip.events.size()
	if player.step >= 0:
		while player.event < count and _is_passed(player, player.event, phase, fire):
			player.event += 1
		if player.event == count and count > 0 and loops:
			player.event = count - 1
			_step_event(player)
	else:
		player.skips_end = loops and phase == 0
		player.event = count
		while player.event > 0 and _is_passed(player, player.event - 1, phase, fire):
			player.event -= 1
		if player.event > 0:
			player.event -= 1
		elif count > 0:
			_step_event(player)
	return player


static func _is_passed(player: Player, index: int, phase: int, fire: bool) -> bool:
	var at := player.phases[index]
	return (at < phase if player.step >= 0 else at > phase) or (not fire and at == phase)
