@tool
class_name TexeletonClip
extends Resource
## A clip of a character: its frames in the animation texture, its events and its root motion.

## The largest 32-bit float below 1: a fraction must not round up to 1.
const LARGEST_FRACTION := 1.0 - 1.0 / 16777216.0

@export var name := ""
## First frame, in the texture or its frame table.
@export var frame_begin := 0
@export var frame_count := 1
@export var length_seconds := 0.0
@export var loop := false
## Bounds of all vertices at all frames, in the character's space.
@export var bounds := AABB()
## {name, time_seconds, parameter}, ascending in time.
@export var events: Array[Dictionary] = []
## Four numbers for each sample: x, y, z in metres and yaw in radians. Empty: the clip does not travel.
@export var root_track := PackedFloat64Array()
## Made by TexeletonAsset.add_section().
var is_section := false


## Two frames and the fraction between them, in [0, 1).
class Frames:
	var current: int
	var next: int
	var fraction: float

	func _init(p_current := 0, p_next := 0, p_fraction := 0.0) -> void:
		current = p_current
		next = p_next
		fraction = p_fraction


## The length as players use it: 0 unless finite and positive.
func play_length() -> float:
	return length_seconds if is_finite(length_seconds) and length_seconds > 0.0 else 0.0


## Whether it loops when played.
func plays_as_loop() -> bool:
	return loop and play_length() > 0.0


## Frames at `seconds` from the clip's start. Looping: position frac(t/L)·N, the last frame blends into the first.
## Once: position clamp(t/L, 0, 1)·(N − 1). A time that is not finite counts as 0.
func sample(seconds: float) -> Frames:
	var length := play_length()
	if length == 0.0:
		return Frames.new(frame_begin, frame_begin, 0.0)
	var time := seconds if is_finite(seconds) else 0.0
	var last := maxi(frame_count, 1) - 1
	var position := 0.0
	if loop:
		var turns := time / length
		var part := turns - floorf(turns) if is_finite(turns) else 0.0
		# A tiny negative number rounds to 1: the start of the next loop.
		position = (part if part < 1.0 else 0.0) * (last + 1)
	else:
		position = clampf(time / length, 0.0, 1.0) * last
	var frame := mini(int(position), last)
	var next := frame + 1 if frame < last else (0 if loop else last)
	return Frames.new(frame_begin + frame, frame_begin + next, clampf(position - frame, 0.0, LARGEST_FRACTION))
