@tool
extends RefCounted
## Root motion: the movement of a character by a clip since its start. A sample is a rigid motion p → Ry(yaw)·p + (x, y,
## z), four numbers: x, y, z in metres and yaw in radians, which turns +Z towards +X.

const Clip := preload("clip.gd")


## A sample as a Transform3D.
static func as_transform(motion: PackedFloat64Array) -> Transform3D:
	return Transform3D(Basis(Vector3.UP, motion[3]), Vector3(motion[0], motion[1], motion[2]))


static func still() -> PackedFloat64Array:
	return PackedFloat64Array([0.0, 0.0, 0.0, 0.0])


## `first`, then `second` in the space where the first ends.
static func followed_by(first: PackedFloat64Array, second: PackedFloat64Array) -> PackedFloat64Array:
	var c := cos(first[3])
	var s := sin(first[3])
	return PackedFloat64Array([
		first[0] + c * second[0] + s * second[2], first[1] + second[1], first[2] + c * second[2] - s * second[0],
		first[3] + second[3],
	])


## The inverse motion.
static func inverse(motion: PackedFloat64Array) -> PackedFloat64Array:
	var c := cos(-motion[3])
	var s := sin(-motion[3])
	return PackedFloat64Array([
		-(c * motion[0] + s * motion[2]), -motion[1], -(c * motion[2] - s * motion[0]), -motion[3],
	])


## The movement of a character `seconds` (unrolled) after the clip's start. A character placed at A is at A·this.
static func at(clip: Clip, seconds: float) -> PackedFloat64Array:
	var length := clip.play_length()
	if clip.root_track.size() < 4 or not is_finite(seconds) or length == 0.0:
		return still()
	var turns := seconds / length
	if not clip.plays_as_loop():
		return _in_cycle(clip.root_track, turns)
	var whole := floorf(turns)
	var cycle := clip.root_track.slice(clip.root_track.size() - 4)
	return followed_by(_repeated(cycle, whole), _in_cycle(clip.root_track, turns - whole))


## The step from one time to another, in the space that the character has at the first.
static func between(clip: Clip, from_seconds: float, to_seconds: float) -> PackedFloat64Array:
	return followed_by(inverse(at(clip, from_seconds)), at(clip, to_seconds))


static func _in_cycle(track: PackedFloat64Array, turn: float) -> PackedFloat64Array:
	var last := track.size() / 4 - 1
	var place := clampf(turn, 0.0, 1.0) * last
	var first := mini(int(place), maxi(last - 1, 0))
	var a := 4 * first
	var b := 4 * mini(first + 1, last)
	var f := place - first
	var result := still()
	for i in 4:
		result[i] = track[a + i] * (1.0 - f) + track[b + i] * f
	return result


## x less the nearest multiple of 2π; a tie goes to the even one.
static func _within_turn(x: float) -> float:
	var turns := x / TAU
	var whole := roundf(turns)
	if absf(turns - int(turns)) == 0.5:
		whole = 2.0 * roundf(turns / 2.0)
	return x - whole * TAU


## One cycle, `times` times: a walk of equal steps, each turned by the same angle, in closed form.
static func _repeated(cycle: PackedFloat64Array, times: float) -> PackedFloat64Array:
	var half := 0.5 * _within_turn(cycle[3])
	var sine := sin(half)
	var ratio := times if absf(sine) < 1e-9 else sin(times * half) / sine
	var turn := (times - 1.0) * half
	var c := cos(turn)
	var s := sin(turn)
	return PackedFloat64Array([
		ratio * (c * cycle[0] + s * cycle[2]), cycle[1] * times, ratio * (c * cycle[2] - s * cycle[0]), cycle[3] * times,
	])
