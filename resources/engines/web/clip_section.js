// Sections: parts of clips that play like clips.

import { playLength } from "./clip.js";
import { followedBy, inverse, rootMotionAt, rootTrack } from "./root_motion.js";

/**
 * A part of a clip as a clip, from the frame nearest to `fromSeconds` to the one nearest to `toSeconds`. Its times,
 * events and root motion count from its start; its bounds are those of the clip. Once: it shows both of these frames.
 * Looping: the last frame blends into the first, in place of the frame at `toSeconds`.
 * @template {import("./clip.js").Clip} T
 * @param {T} clip
 * @param {string} name Name of the section.
 * @param {number} fromSeconds
 * @param {number} toSeconds
 * @param {boolean} [loop]
 * @returns {T & {section: {of: T, fromSeconds: number}}} `fromSeconds`: time of the first frame.
 */
export function clipSection(clip, name, fromSeconds, toSeconds, loop = false) {
  const length = playLength(clip);
  if (!(fromSeconds >= 0 && fromSeconds < toSeconds && toSeconds <= length * (1 + 1e-6))) {
    throw new RangeError(`a section of a clip of ${length} s cannot be from ${fromSeconds} to ${toSeconds} s`);
  }
  const steps = clip.loop ? clip.frameCount : clip.frameCount - 1;
  const frameAt = (seconds) => Math.round((seconds / length) * steps);
  const first = frameAt(fromSeconds);
  // The end of a looping clip is its first frame, which is not stored after the last one.
  const end = loop ? frameAt(toSeconds) : Math.min(frameAt(toSeconds), clip.frameCount - 1);
  if (end <= first) {
    throw new RangeError(`a section needs at least one frame's time: here ${length / steps} s`);
  }
  const start = (first / steps) * length;
  const stop = (end / steps) * length;
  const isInside = ({ timeSeconds }) => timeSeconds >= start && (loop ? timeSeconds < stop : timeSeconds <= stop);
  return {
    ...clip,
    name,
    loop,
    frameBegin: clip.frameBegin + first,
    frameCount: loop ? end - first : end - first + 1,
    lengthSeconds: stop - start,
    events: (clip.events ?? []).filter(isInside).map((event) => ({ ...event, timeSeconds: event.timeSeconds - start })),
    ...rootMotionOf(clip, Array.from({ length: end - first + 1 }, (_, i) => ((first + i) / steps) * length)),
    section: { of: clip, fromSeconds: start },
  };
}

function rootMotionOf(clip, times) {
  const samples = rootTrack(clip);
  if (!samples) {
    return {};
  }
  // Within one loop: its end is the last sample, not the first one.
  const once = { ...clip, loop: false };
  const back = inverse(rootMotionAt(once, samples, times[0]));
  const ways = times.map((seconds) => followedBy(back, rootMotionAt(once, samples, seconds)));
  const track = { x: ways.map(({ x }) => x), y: ways.map(({ y }) => y), z: ways.map(({ z }) => z), yawRadians: ways.map(({ yaw }) => yaw) };
  return { rootMotion: { ...clip.rootMotion, track } };
}
