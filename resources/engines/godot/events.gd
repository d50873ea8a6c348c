@tool
class_name TexeletonEvents
extends RefCounted
## The events of one step in time: each exactly once, however time is divided. An event at e repeats at e + k·L for all
## whole k (once: k = 0). A step forward from x₀ to x₁ fires those in (x₀, x₁], one backward those in [x₁, x₀).

const Clip := preload("clip.gd")

## Beyond this a double cannot tell one loop from the next.
const MAX_LOOP := 9007199254740992

## Empty loops at the ends of a step. Events are at most a loop apart, so there are no more if they are sorted.
const MAX_EMPTY_LOOPS := 8

enum Kind { NONE, FORWARD, BACKWARD, START_FORWARD, START_BACKWARD }

var _times := PackedFloat64Array()
var _clip: Clip
var _length := 0.0
var _from := Place.new(0.0, 0.0)
var _to := Place.new(0.0, 0.0)
var _kind := Kind.NONE


## A position as whole loops and the rest, in [0, L]. Equal positions are split equally as end and as start.
class Place:
	var loop := 0
	var rest := 0.0

	func _init(seconds: float, length: float) -> void:
		rest = seconds
		if length == 0.0:
			return
		var whole := floorf(seconds / length)
		rest = 0.0
		if whole <= -9007199254740992.0 or whole >= 9007199254740992.0:
			loop = -MAX_LOOP if whole < 0.0 else MAX_LOOP
			return
		loop = int(whole)
		rest = maxf(0.0, Place.remainder(seconds, whole, length))

	## Largest k of the copies at or before this place.
	func floor_loop(time: float) -> int:
		return loop if rest >= time else loop - 1

	## Smallest k of the copies at or after this place. The end of a loop equals the start of the next.
	func ceil_loop(time: float, length: float) -> int:
		if rest > time:
			return loop + 1
		return loop - 1 if length > 0.0 and rest == 0.0 and time >= length else loop

	## seconds − whole·length with one rounding, like a fused multiply-add (the product by Dekker's splitting).
	static func remainder(seconds: float, whole: float, length: float) -> float:
		var product := whole * length
		var split := 134217729.0 # 2²⁷ + 1
		var whole_big := split * whole
		var whole_high := whole_big - (whole_big - whole)
		var whole_low := whole - whole_high
		var length_big := split * length
		var length_high := length_big - (length_big - length)
		var length_low := length - length_high
		var lost := whole_low * length_low - (((product - whole_high * length_high) - whole_low * length_high) - whole_high * length_low)
		return seconds - product - lost


## Events fired while the unrolled position moves from `from` to `to` seconds. None if they are equal or not finite.
static func between(clip: Clip, from: float, to: float) -> TexeletonEvents:
	var result := TexeletonEvents.new()
	if not is_finite(from) or not is_finite(to) or from == to:
		return result
	result._length = clip.play_length() if clip.plays_as_loop() else 0.0
	result._clip = clip
	result._from = Place.new(from, result._length)
	result._to = Place.new(to, result._length)
	result._kind = Kind.BACKWARD if to < from else Kind.FORWARD
	for event in clip.events:
		result._times.append(event.time_seconds)
	return result


## Events fired by starting at `at`: those exactly there. At the start of a loop those at 0, not those at L.
static func at_start(clip: Clip, at: float, backward: bool) -> TexeletonEvents:
	var result := TexeletonEvents.new()
	if not is_finite(at):
		return result
	result._length = clip.play_length() if clip.plays_as_loop() else 0.0
	result._clip = clip
	result._from = Place.new(at, result._length)
	result._to = result._from
	result._kind = Kind.START_BACKWARD if backward else Kind.START_FORWARD
	for event in clip.events:
		if result._length == 0.0 or event.time_seconds < result._length:
			result._times.append(event.time_seconds)
	return result


## Their number, by formula: a step of any size costs the same.
func count() -> int:
	var total := 0
	for time in _times:
		total += maxi(0, _last_copy(time) - _first_copy(time) + 1)
	return total


## The events in order: {index, loop, name, parameter, time_seconds}; only the first `most` of a very long step.
func list(most := 4096) -> Array[Dictionary]:
	var result: Array[Dictionary] = []
	if _times.is_empty():
		return result
	var backward := _kind == Kind.BACKWARD or _kind == Kind.START_BACKWARD
	var lowest := _first_copy(_times[_times.size() - 1])
	var highest := _last_copy(_times[0])
	var step := -1 if backward else 1
	var loop := highest if backward else lowest
	var empty := 0
	while loop >= lowest and loop <= highest and result.size() < most:
		var found := false
		for i in _times.size():
			var index := _times.size() - 1 - i if backward else i
			if _first_copy(_times[index]) <= loop and loop <= _last_copy(_times[index]):
				found = true
				var event := _clip.events[index]
				result.append({
					index = index, loop = loop, name = event.name, parameter = event.get("parameter", ""),
					time_seconds = event.time_seconds,
				})
		empty = 0 if found else empty + 1
		if empty == MAX_EMPTY_LOOPS:
			break
		loop += step
	return result


func _first_copy(time: float) -> int:
	return _from.floor_loop(time) + 1 if _kind == Kind.FORWARD else _to.ceil_loop(time, _length)


func _last_copy(time: float) -> int:
	return _from.ceil_loop(time, _length) - 1 if _kind == Kind.BACKWARD else _to.floor_loop(time)
