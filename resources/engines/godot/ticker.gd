@tool
class_name TexeletonTicker
extends RefCounted
## Plays one clip: a step of time in, two frames, a fraction and the events on the way out. For animation that no
## TexeletonCrowd draws (game logic on a server, sounds), and for tests.
## [codeblock]
## var ticker := TexeletonTicker.new()
## ticker.event.connect(func(name, parameter, time_seconds, loop): …)
## ticker.play(asset.clip("Run"))
## ticker.tick(delta)
## [/codeblock]
## The position is kept in seconds from the clip's start: unrolled when the clip loops, in [0, length] when it plays once.

const Clip := preload("clip.gd")
const Events := preload("events.gd")

## Each event exactly once.
signal event(name: String, parameter: String, time_seconds: float, loop: int)

## A clip that plays once has reached its end in the direction of its speed. Emitted once.
signal finished

## 1 is the clip's own speed, negative is backward, 0 stops.
var speed := 1.0:
	set(value):
		if is_finite(value):
			speed = value

var _clip := Clip.new()
var _position := 0.0


## Starts `clip` at its start (at its end, if it plays once with a negative speed) or at `start_seconds`, and fires the
## events exactly there. A speed or start that is not finite changes nothing; without `start_seconds` it is determined.
func play(p_clip: Clip, p_speed := 1.0, start_seconds: Variant = null) -> Events:
	var starts_at_end := p_speed < 0.0 and not p_clip.plays_as_loop()
	var start: float = start_seconds if start_seconds != null else (p_clip.play_length() if starts_at_end else 0.0)
	if not is_finite(p_speed) or not is_finite(start):
		return Events.new()
	_clip = p_clip
	speed = p_speed
	_position = _bounded(start)
	return _fire(Events.at_start(_clip, _position, p_speed < 0.0))


## Advances by speed · `delta_seconds` and fires the events on the way. A step that is not finite changes nothing.
func tick(delta_seconds: float) -> Events:
	var position := _position + speed * delta_seconds
	if not is_finite(position):
		return Events.new()
	var was_finished := is_finished()
	var before := _position
	_position = _bounded(position)
	var events := _fire(Events.between(_clip, before, _position))
	if not was_finished and is_finished():
		finished.emit()
	return events


## Moves to a position without firing events.
func seek(seconds: float) -> void:
	if is_finite(seconds):
		_position = _bounded(seconds)


func clip() -> Clip:
	return _clip


func position_seconds() -> float:
	return _position


func frames() -> Clip.Frames:
	return _clip.sample(_position)


## Whether a clip that plays once has reached its end in the direction of its speed.
func is_finished() -> bool:
	if _clip.plays_as_loop():
		return false
	return _position <= 0.0 if speed < 0.0 else _position >= _clip.play_length()


func _fire(events: Events) -> Events:
	if event.get_connections().size() > 0:
		for fired in events.list():
			event.emit(fired.name, fired.parameter, fired.time_seconds, fired.loop)
	return events


func _bounded(seconds: float) -> float:
	return seconds if _clip.plays_as_loop() else clampf(seconds, 0.0, _clip.play_length())
