// Time of a crowd in integers: 32 bits suffice for shaders, CPU and GPU agree to the bit, and nothing drifts or steps
// after days of play. All arithmetic is modulo 2³². A turn is one cycle of a clip; a tick is 1/1024 s.

import { clamp, playLength, playsAsLoop } from "./clip.js";

/** @typedef {import("./clip.js").Clip} Clip */
/** @typedef {import("./clip.js").Frames} Frames */

/**
 * @typedef {object} CrowdClock The clock of all instances.
 * @property {number} ticks Ticks since the last re-basing, 32 bits.
 * @property {number} rest Rest of a tick, in 1/65,536.
 *
 * @typedef {object} CrowdRecord The movement of one instance through its clip.
 * @property {number} phase Looping: position at tick 0 in turns · 2³². Once: the tick at which it starts (with step 0:
 * its constant position).
 * @property {number} stepHigh Step per tick in turns · 2³², signed.
 * @property {number} stepLow The lower 16 bits of the step.
 */

export const TICKS_PER_SECOND = 1024;

/** The longest time between re-basings, in ticks (12 days). */
export const REBASE_TICKS = 2 ** 30;

const PHASE_UNITS = 2 ** 32;
const STEP_UNITS = 2 ** 48;
const MAX_FRAMES = 65535;

const finiteOrZero = (value) => (Number.isFinite(value) ? value : 0);

/** Rounds half away from zero, as C does. */
export const roundAway = (value) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

/** value modulo 2³², for whole numbers of up to 53 bits. */
const toUint32 = (value) => {
  const rest = value % PHASE_UNITS;
  return rest < 0 ? rest + PHASE_UNITS : rest;
};

/** a·b modulo 2³². */
const times = (a, b) => Math.imul(a, b) >>> 0;

/** Whole ticks since the start of the program, and the rest. @param {number} seconds */
export function crowdTime(seconds) {
  const ticks = clamp(finiteOrZero(seconds) * TICKS_PER_SECOND, 0, 2 ** 53);
  const whole = Math.floor(ticks);
  return { ticks: whole, rest: Math.floor((ticks - whole) * 65536) };
}

/** Turns of a clip per tick at `speed`. */
export function turnsPerTick(clip, speed) {
  const length = playLength(clip);
  return length > 0 ? finiteOrZero(speed / length / TICKS_PER_SECOND) : 0;
}

/** Turns per tick in 2⁻⁴⁸, not rounded; for a loop without whole turns, which have no effect at whole ticks. */
function idealStep(clip, speed) {
  const step = turnsPerTick(clip, speed) * STEP_UNITS;
  return playsAsLoop(clip) ? step % STEP_UNITS : clamp(step, -STEP_UNITS / 4, STEP_UNITS / 4);
}

/** @returns {CrowdRecord} */
function splitStep(step) {
  const high = Math.floor(step / 65536);
  return { phase: 0, stepHigh: toUint32(high) | 0, stepLow: step - high * 65536 };
}

function ticksToMake(turns, step) {
  const ticks = (turns * STEP_UNITS) / step;
  return ticks < REBASE_TICKS ? roundAway(ticks) : REBASE_TICKS;
}

/**
 * The record of an instance that at tick `nowTicks` is at `startSeconds` of the clip and moves at `speed` (negative:
 * backward; to play once backward, start at the clip's length).
 * @param {Clip} clip
 * @param {number} speed
 * @param {number} startSeconds
 * @param {number} [nowTicks]
 * @returns {CrowdRecord}
 */
export function crowdRecord(clip, speed, startSeconds, nowTicks = 0) {
  const step = idealStep(clip, speed);
  const record = splitStep(roundAway(step));
  const length = playLength(clip);
  const turns = length > 0 ? finiteOrZero(finiteOrZero(startSeconds) / length) : 0;
  if (playsAsLoop(clip)) {
    const phase = roundAway((turns - Math.floor(turns)) * PHASE_UNITS);
    record.phase = toUint32(phase - loopPhaseAt(record, { ticks: nowTicks, rest: 0 }));
    return record;
  }
  const made = clamp(turns, 0, 1);
  if (record.stepHigh === 0 && record.stepLow === 0) {
    record.phase = Math.min(roundAway(made * PHASE_UNITS), PHASE_UNITS - 1);
  } else {
    record.phase = toUint32(nowTicks - ticksToMake(step < 0 ? 1 - made : made, Math.abs(step)));
  }
  return record;
}

/**
 * The same motion for a clock that restarts at 0 at `ticks`; removes the accumulated rounding of the step.
 * @param {CrowdRecord} record
 * @param {Clip} clip
 * @param {number} speed
 * @param {number} ticks
 * @returns {CrowdRecord}
 */
export function rebased(record, clip, speed, ticks) {
  const moved = { ...record };
  if (playsAsLoop(clip)) {
    const step = idealStep(clip, speed);
    const lost = ((step - roundAway(step)) * ticks) / (STEP_UNITS / PHASE_UNITS);
    moved.phase = toUint32(loopPhaseAt(record, { ticks, rest: 0 }) + roundAway(lost));
    return moved;
  }
  if (record.stepHigh === 0 && record.stepLow === 0) {
    return moved;
  }
  moved.phase = toUint32(record.phase - ticks);
  // The age of an ended clip is limited, so that the signed distance stays in its range.
  const oldAge = REBASE_TICKS / 2;
  const longAgo = { ...record, phase: toUint32(-oldAge) };
  const elapsed = toUint32(ticks - record.phase);
  const now = oncePhaseAt(record, { ticks, rest: 0 });
  const then = oncePhaseAt(longAgo, { ticks: 0, rest: 0 });
  if (elapsed > oldAge && elapsed < 2 ** 31 && now.phase === then.phase && now.atEnd === then.atEnd) {
    moved.phase = longAgo.phase;
  }
  return moved;
}

/** Position of a looping record in turns · 2³². @param {CrowdRecord} record @param {CrowdClock} clock */
export function loopPhaseAt(record, clock) {
  const high = record.stepHigh >>> 0;
  const whole =
    times(high, clock.ticks) +
    times(record.stepLow, clock.ticks >>> 16) +
    (times(record.stepLow, clock.ticks & 0xffff) >>> 16);
  const part = times(record.stepHigh >> 16, clock.rest) + (times(high & 0xffff, clock.rest) >>> 16);
  return toUint32(record.phase + whole + part);
}

/**
 * Position of a record that plays once, in turns · 2³²; `atEnd`: a whole turn, which 32 bits cannot hold.
 * @param {CrowdRecord} record
 * @param {CrowdClock} clock
 */
export function oncePhaseAt(record, clock) {
  if (record.stepHigh === 0 && record.stepLow === 0) {
    return { phase: record.phase, atEnd: false };
  }
  // Backward the distance counts from the end: the 48 bits are negated.
  const backward = record.stepHigh < 0;
  const low = backward ? -record.stepLow & 0xffff : record.stepLow;
  const high = backward ? toUint32(~record.stepHigh + (record.stepLow === 0 ? 1 : 0)) : record.stepHigh >>> 0;
  const elapsed = toUint32(clock.ticks - record.phase);
  let made = 0;
  let whole = false;
  if (elapsed < 2 ** 31) {
    // A sum beyond 32 bits is a whole turn or more.
    whole = high !== 0 && elapsed > Math.floor((PHASE_UNITS - 1) / high);
    const a = times(high, elapsed);
    const b = toUint32(a + times(low, elapsed >>> 16) + (times(low, elapsed & 0xffff) >>> 16));
    made = toUint32(b + times(high >>> 16, clock.rest) + (times(high & 0xffff, clock.rest) >>> 16));
    whole = whole || b < a || made < b;
  }
  if (whole) {
    return { phase: 0, atEnd: !backward };
  }
  return backward ? { phase: toUint32(-made), atEnd: made === 0 } : { phase: made, atEnd: false };
}

/**
 * The frames that an instance shows.
 * @param {Clip} clip
 * @param {CrowdRecord} record
 * @param {CrowdClock} clock
 * @returns {Frames}
 */
export function crowdFrames(clip, record, clock) {
  const loop = playsAsLoop(clip);
  const { phase, atEnd } = loop ? { phase: loopPhaseAt(record, clock), atEnd: false } : oncePhaseAt(record, clock);
  const last = (playLength(clip) > 0 ? clamp(clip.frameCount, 1, MAX_FRAMES) : 1) - 1;
  const steps = loop ? last + 1 : last;
  const position = atEnd ? last * 65536 : (phase >>> 16) * steps + Math.floor(((phase & 0xffff) * steps) / 65536);
  const frame = Math.floor(position / 65536);
  const next = frame < last ? frame + 1 : loop ? 0 : last;
  return {
    current: clip.frameBegin + frame,
    next: clip.frameBegin + next,
    fraction: (position % 65536) / 65536,
  };
}

/** Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends. */
export function fadeShare(startTicks, durationTicks, clock) {
  const elapsed = toUint32(clock.ticks - startTicks);
  if (elapsed >= 2 ** 31) {
    return 0;
  }
  if (elapsed >= durationTicks) {
    return 1;
  }
  return Math.min((elapsed + clock.rest / 65536) / durationTicks, 1);
}
