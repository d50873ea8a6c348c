@tool
extends RefCounted
## Time of a crowd in integers: a shader needs no more than 32 bits, CPU and GPU agree to the bit, and nothing drifts or
## steps after days of play. Positions and phases are modulo 2³². A turn is one cycle of a clip; a tick is 1/1024 s.
##
## The clock of all instances is a Vector2i: ticks since the last re-basing, and the rest of a tick in 1/65,536.

const Clip := preload("clip.gd")

const TICKS_PER_SECOND := 1024

## The longest time between re-basings, in ticks (12 days).
const REBASE_TICKS := 1 << 30

const MASK := 0xffffffff
const PHASE_UNITS := 4294967296.0
const STEP_UNITS := 281474976710656.0
const STEP_UNITS_WHOLE := 1 << 48
const MAX_FRAMES := 65535


## The movement of one instance through its clip.
class Record:
	## Looping: position at tick 0 in turns · 2³². Once: the tick at which it starts (with step 0: its constant position).
	var phase := 0
	## Step per tick in turns · 2³², signed.
	var step_high := 0
	## The lower 16 bits of the step.
	var step_low := 0


static func finite_or_zero(value: float) -> float:
	return value if is_finite(value) else 0.0


## Rounds half away from zero, as C does.
static func round_away(value: float) -> float:
	return signf(value) * floorf(absf(value) + 0.5)


static func as_signed(value: int) -> int:
	value &= MASK
	return value - 0x100000000 if value >= 0x80000000 else value


## Ticks since the start of the program: whole ticks in x, the rest of one in y (Vector2i would be too small for x).
static func time_of(seconds: float) -> PackedInt64Array:
	var ticks := clampf(finite_or_zero(seconds) * TICKS_PER_SECOND, 0.0, 9007199254740992.0)
	var whole := floorf(ticks)
	return PackedInt64Array([int(whole), int((ticks - whole) * 65536.0)])


## Turns of a clip in a tick at `speed`.
static func turns_per_tick(clip: Clip, speed: float) -> float:
	var length := clip.play_length()
	return finite_or_zero(speed / length / TICKS_PER_SECOND) if length > 0.0 else 0.0


## Turns per tick in 2⁻⁴⁸, not rounded; for a loop without whole turns, which have no effect at whole ticks.
static func _ideal_step(clip: Clip, speed: float) -> float:
	var step := turns_per_tick(clip, speed) * STEP_UNITS
	return fmod(step, STEP_UNITS) if clip.plays_as_loop() else clampf(step, -STEP_UNITS / 4.0, STEP_UNITS / 4.0)


static func _split_step(step: float) -> Record:
	var record := Record.new()
	var high := floorf(step / 65536.0)
	record.step_high = as_signed(int(high))
	record.step_low = int(step - high * 65536.0)
	return record


static func _ticks_to_make(turns: float, step: float) -> int:
	var ticks := turns * STEP_UNITS / step
	return int(round_away(ticks)) if ticks < REBASE_TICKS else REBASE_TICKS


## The record of an instance that at tick `now_ticks` is at `start_seconds` of the clip and moves at `speed` (negative:
## backward; to play once backward, start at the clip's length).
static func record_of(clip: Clip, speed: float, start_seconds: float, now_ticks := 0) -> Record:
	var step := _ideal_step(clip, speed)
	var record := _split_step(round_away(step))
	var length := clip.play_length()
	var turns := finite_or_zero(finite_or_zero(start_seconds) / length) if length > 0.0 else 0.0
	if clip.plays_as_loop():
		var phase := int(round_away((turns - floorf(turns)) * PHASE_UNITS))
		record.phase = (phase - loop_phase_at(record, now_ticks, 0)) & MASK
		return record
	var made := clampf(turns, 0.0, 1.0)
	if record.step_high == 0 and record.step_low == 0:
		record.phase = mini(int(round_away(made * PHASE_UNITS)), MASK)
	else:
		record.phase = (now_ticks - _ticks_to_make(1.0 - made if step < 0.0 else made, absf(step))) & MASK
	return record


## The same motion for a clock that restarts at 0 at `ticks`; removes the accumulated rounding of the step.
static func rebased(record: Record, clip: Clip, speed: float, ticks: int) -> Record:
	var moved := Record.new()
	moved.phase = record.phase
	moved.step_high = record.step_high
	moved.step_low = record.step_low
	if clip.plays_as_loop():
		var step := _ideal_step(clip, speed)
		var lost := (step - round_away(step)) * ticks / (STEP_UNITS / PHASE_UNITS)
		moved.phase = (loop_phase_at(record, ticks, 0) + int(round_away(lost))) & MASK
		return moved
	if record.step_high == 0 and record.step_low == 0:
		return moved
	moved.phase = (record.phase - ticks) & MASK
	# The age of an ended clip is limited, so that the signed distance stays in its range.
	var old_age := REBASE_TICKS >> 1
	var long_ago := Record.new()
	long_ago.phase = -old_age & MASK
	long_ago.step_high = record.step_high
	long_ago.step_low = record.step_low
	var elapsed := (ticks - record.phase) & MASK
	if elapsed > old_age and elapsed < 0x80000000 and once_phase_at(record, ticks, 0) == once_phase_at(long_ago, 0, 0):
		moved.phase = long_ago.phase
	return moved


## Position of a looping record in turns · 2³².
static func loop_phase_at(record: Record, ticks: int, rest: int) -> int:
	var high := record.step_high & MASK
	var whole := high * ticks + record.step_low * (ticks >> 16) + ((record.step_low * (ticks & 0xffff)) >> 16)
	var part := (record.step_high >> 16) * rest + (((high & 0xffff) * rest) >> 16)
	return (record.phase + whole + part) & MASK


## Position of a record that plays once, in turns · 2³²; a whole turn, its end, is 2³².
static func once_phase_at(record: Record, ticks: int, rest: int) -> int:
	if record.step_high == 0 and record.step_low == 0:
		return record.phase
	# Backward the distance counts from the end: the 48 bits are negated.
	var backward := record.step_high < 0
	var step := (record.step_high << 16) + record.step_low
	step = absi(step)
	var high := step >> 16
	var low := step & 0xffff
	var elapsed := (ticks - record.phase) & MASK
	var made := 0
	var whole := false
	if elapsed < 0x80000000:
		# 46 bits times 31 do not fit 64: the high part alone tells whether it is more than a whole turn.
		whole = high != 0 and elapsed > MASK / high
		if not whole:
			made = high * elapsed + low * (elapsed >> 16) + ((low * (elapsed & 0xffff)) >> 16)
			made += (high >> 16) * rest + (((high & 0xffff) * rest) >> 16)
			whole = made > MASK
	if whole:
		return 0 if backward else 0x100000000
	return 0x100000000 - made if backward else made


## The frames that an instance shows.
static func frames_of(clip: Clip, record: Record, ticks: int, rest: int) -> Clip.Frames:
	var loop := clip.plays_as_loop()
	var phase := loop_phase_at(record, ticks, rest) if loop else once_phase_at(record, ticks, rest)
	var last := (clampi(clip.frame_count, 1, MAX_FRAMES) if clip.play_length() > 0.0 else 1) - 1
	var steps := last + 1 if loop else last
	var position := last << 16
	if phase <= MASK:
		position = (phase >> 16) * steps + (((phase & 0xffff) * steps) >> 16)
	var frame := position >> 16
	var next := frame + 1 if frame < last else (0 if loop else last)
	return Clip.Frames.new(clip.frame_begin + frame, clip.frame_begin + next, (position & 0xffff) / 65536.0)


## Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends.
static func fade_share(start_ticks: int, duration_ticks: int, ticks: int, rest: int) -> float:
	var elapsed := (ticks - start_ticks) & MASK
	if elapsed >= 0x80000000:
		return 0.0
	if elapsed >= duration_ticks:
		return 1.0
	return minf((elapsed + rest / 65536.0) / duration_ticks, 1.0)
