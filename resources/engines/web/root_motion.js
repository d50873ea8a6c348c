// Root motion: the movement of a character by a clip since its start. A sample is a rigid motion p → Ry(yaw)·p + (x, y,
// z); yaw turns +Z towards +X.

import { clamp, playLength, playsAsLoop } from "./clip.js";

/** @typedef {{x: number, y: number, z: number, yaw: number}} RootSample Metres and radians. */

const STILL = Object.freeze({ x: 0, y: 0, z: 0, yaw: 0 });

function turned(x, z, yaw) {
  const c = Math.cos(yaw);
  const s = Math.sin(yaw);
  return { x: c * x + s * z, z: c * z - s * x };
}

/** The root track of a manifest's clip as samples; null if it has none. @returns {RootSample[] | null} */
export function rootTrack(clip) {
  const track = clip.rootMotion?.track;
  if (!track) {
    return null;
  }
  return track.x.map((x, i) => ({ x, y: track.y?.[i] ?? 0, z: track.z[i], yaw: track.yawRadians?.[i] ?? 0 }));
}

/** `first`, then `second` in the space where `first` ends. */
export function followedBy(first, second) {
  const way = turned(second.x, second.z, first.yaw);
  return { x: first.x + way.x, y: first.y + second.y, z: first.z + way.z, yaw: first.yaw + second.yaw };
}

/** The inverse motion. */
export function inverse(motion) {
  const way = turned(motion.x, motion.z, -motion.yaw);
  return { x: -way.x, y: -motion.y, z: -way.z, yaw: -motion.yaw };
}

function inCycle(samples, turn) {
  const last = samples.length - 1;
  const at = clamp(turn, 0, 1) * last;
  const first = Math.min(Math.floor(at), Math.max(last - 1, 0));
  const a = samples[first];
  const b = samples[Math.min(first + 1, last)];
  const f = at - first;
  const mix = (from, to) => from * (1 - f) + to * f;
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z), yaw: mix(a.yaw, b.yaw) };
}

/** x less the nearest multiple of 2π. */
function withinTurn(x) {
  const turns = x / (2 * Math.PI);
  let whole = Math.round(turns);
  if (Math.abs(turns - Math.trunc(turns)) === 0.5) {
    whole = 2 * Math.round(turns / 2); // Ties go to the even number.
  }
  return x - whole * 2 * Math.PI;
}

/** One cycle, `times` times: a walk of equal steps, each turned by the same angle, in closed form. */
function repeated(cycle, times) {
  const half = 0.5 * withinTurn(cycle.yaw);
  const sine = Math.sin(half);
  const ratio = Math.abs(sine) < 1e-9 ? times : Math.sin(times * half) / sine;
  const way = turned(cycle.x, cycle.z, (times - 1) * half);
  return { x: way.x * ratio, y: cycle.y * times, z: way.z * ratio, yaw: cycle.yaw * times };
}

/**
 * The movement of the character `seconds` (unrolled) after the clip's start. A character placed at A is at A·this.
 * @param {import("./clip.js").Clip} clip
 * @param {RootSample[] | null} samples Result of rootTrack().
 * @param {number} seconds
 * @returns {RootSample}
 */
export function rootMotionAt(clip, samples, seconds) {
  const length = playLength(clip);
  if (!samples || samples.length === 0 || !Number.isFinite(seconds) || length === 0) {
    return STILL;
  }
  const turns = seconds / length;
  if (!playsAsLoop(clip)) {
    return inCycle(samples, turns);
  }
  const whole = Math.floor(turns);
  return followedBy(repeated(samples[samples.length - 1], whole), inCycle(samples, turns - whole));
}

/** The movement from one time to another, in the space of the character at the first. */
export function rootMotionBetween(clip, samples, fromSeconds, toSeconds) {
  return followedBy(inverse(rootMotionAt(clip, samples, fromSeconds)), rootMotionAt(clip, samples, toSeconds));
}
