// The two frames of the animation texture that a clip shows at a time, and the fraction between them.

/**
 * @typedef {object} Clip The properties of a manifest's clip that players need.
 * @property {number} frameBegin First frame in the texture.
 * @property {number} frameCount
 * @property {number} lengthSeconds
 * @property {boolean} loop
 * @property {{name: string, timeSeconds: number, parameter?: string}[]} [events] Ascending in time.
 *
 * @typedef {object} Frames Input of a shader: two frames of the texture and the fraction between them, in [0, 1).
 * @property {number} current
 * @property {number} next
 * @property {number} fraction
 */

/** The largest 32-bit float below 1: a fraction must not round up to 1. */
const LARGEST_FRACTION = 1 - 2 ** -24;

/** The length as players use it: 0 unless finite and positive. @param {Clip} clip */
export function playLength(clip) {
  return Number.isFinite(clip.lengthSeconds) && clip.lengthSeconds > 0 ? clip.lengthSeconds : 0;
}

/** Whether it loops when played. @param {Clip} clip */
export function playsAsLoop(clip) {
  return clip.loop && playLength(clip) > 0;
}

/**
 * A clip's data for a shader.
 * @param {Clip} clip
 * @returns {{first: number, frames: number, loops: boolean}} First frame in the texture, number of frames, whether it
 * loops when played.
 */
export function shownFrames(clip) {
  const frames = playLength(clip) > 0 ? clamp(clip.frameCount, 1, 65535) : 1;
  return { first: clip.frameBegin, frames, loops: playsAsLoop(clip) };
}

/**
 * Frames at `seconds` from the clip's start. Looping: position frac(t/L)·N, the last frame blends into the first.
 * Once: position clamp(t/L, 0, 1)·(N − 1). A time that is not finite counts as 0.
 * @param {Clip} clip
 * @param {number} seconds
 * @returns {Frames}
 */
export function sampleClip(clip, seconds) {
  const length = playLength(clip);
  if (length === 0) {
    return { current: clip.frameBegin, next: clip.frameBegin, fraction: 0 };
  }
  const time = Number.isFinite(seconds) ? seconds : 0;
  const last = Math.max(clip.frameCount, 1) - 1;
  const position = clip.loop ? turnFraction(time, length) * (last + 1) : clamp(time / length, 0, 1) * last;
  const frame = Math.min(Math.floor(position), last);
  const next = frame < last ? frame + 1 : clip.loop ? 0 : last;
  return {
    current: clip.frameBegin + frame,
    next: clip.frameBegin + next,
    fraction: clamp(Math.fround(position - frame), 0, LARGEST_FRACTION),
  };
}

/** @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** The fractional part of t/L for a loop, in [0, 1). */
function turnFraction(seconds, length) {
  const turns = seconds / length;
  if (!Number.isFinite(turns)) {
    return 0;
  }
  const fraction = turns - Math.floor(turns);
  return fraction < 1 ? fraction : 0; // A tiny negative number rounds to 1: the start of the next loop.
}
