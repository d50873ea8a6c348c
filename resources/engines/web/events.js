// The events of one step in time: each exactly once, however time is divided. An event at e repeats at e + k·L for all
// whole k (once: k = 0). A step forward from x₀ to x₁ fires those in (x₀, x₁], one backward those in [x₁, x₀).

import { playLength, playsAsLoop } from "./clip.js";

/** @typedef {import("./clip.js").Clip} Clip */

/**
 * @typedef {object} FiredEvent
 * @property {number} index Index into the clip's events.
 * @property {number} loop Number of the loop; 0 for clips that play once, negative before the start.
 * @property {string} name
 * @property {string} parameter
 * @property {number} timeSeconds Time from the start of the clip.
 */

/** Beyond this a double cannot tell one loop from the next. */
const MAX_LOOP = 2 ** 53;

/** Empty loops at the ends of a step. Events are at most a loop apart, so there are no more if they are sorted. */
const MAX_EMPTY_LOOPS = 8;

/** A position as whole loops and the rest, in [0, L]. Equal positions are split equally as end and as start. */
class Place {
  constructor(seconds, length) {
    this.loop = 0;
    this.rest = seconds;
    if (length === 0) {
      return;
    }
    const whole = Math.floor(seconds / length);
    this.rest = 0;
    if (whole <= -MAX_LOOP || whole >= MAX_LOOP) {
      this.loop = whole < 0 ? -MAX_LOOP : MAX_LOOP;
      return;
    }
    this.loop = whole;
    this.rest = Math.max(0, remainder(seconds, whole, length));
  }

  /** Largest k of the copies at or before this place. */
  floorLoop(time) {
    return this.rest >= time ? this.loop : this.loop - 1;
  }

  /** Smallest k of the copies at or after this place. The end of a loop is the start of the next. */
  ceilLoop(time, length) {
    if (this.rest > time) {
      return this.loop + 1;
    }
    return length > 0 && this.rest === 0 && time >= length ? this.loop - 1 : this.loop;
  }
}

/** seconds − whole·length with one rounding, like a fused multiply-add (the product by Dekker's splitting). */
function remainder(seconds, whole, length) {
  const product = whole * length;
  const split = 134217729; // 2²⁷ + 1
  const wholeBig = split * whole;
  const wholeHigh = wholeBig - (wholeBig - whole);
  const wholeLow = whole - wholeHigh;
  const lengthBig = split * length;
  const lengthHigh = lengthBig - (lengthBig - length);
  const lengthLow = length - lengthHigh;
  const lost =
    wholeLow * lengthLow - (product - wholeHigh * lengthHigh - wholeLow * lengthHigh - wholeHigh * lengthLow);
  return seconds - product - lost;
}

/** The events of one step, found one by one while iterating. */
export class FiredEvents {
  /** Use eventsBetween() and eventsAtStart(). */
  constructor(events, length, from, to, kind) {
    this.events = events;
    this.length = length;
    this.from = from;
    this.to = to;
    this.kind = kind;
  }

  static none() {
    return new FiredEvents([], 0, new Place(0, 0), new Place(0, 0), "forward");
  }

  get backward() {
    return this.kind === "backward" || this.kind === "startBackward";
  }

  /** Their number, by formula: a step of any size costs the same. */
  get count() {
    let total = 0;
    for (const event of this.events) {
      total += Math.max(0, this.#lastCopy(event.timeSeconds) - this.#firstCopy(event.timeSeconds) + 1);
    }
    return total;
  }

  /** @returns {Generator<FiredEvent>} */
  *[Symbol.iterator]() {
    if (this.events.length === 0) {
      return;
    }
    const lowest = this.#firstCopy(this.events[this.events.length - 1].timeSeconds);
    const highest = this.#lastCopy(this.events[0].timeSeconds);
    const step = this.backward ? -1 : 1;
    let empty = 0;
    for (let loop = this.backward ? highest : lowest; loop >= lowest && loop <= highest; loop += step) {
      const inLoop = this.events
        .map((event, index) => ({ event, index }))
        .filter(({ event }) => this.#firstCopy(event.timeSeconds) <= loop && loop <= this.#lastCopy(event.timeSeconds));
      empty = inLoop.length === 0 ? empty + 1 : 0;
      if (empty === MAX_EMPTY_LOOPS) {
        return;
      }
      for (const { event, index } of this.backward ? inLoop.reverse() : inLoop) {
        const { name, parameter = "", timeSeconds } = event;
        yield { index, loop, name, parameter, timeSeconds };
      }
    }
  }

  #firstCopy(time) {
    return this.kind === "forward" ? this.from.floorLoop(time) + 1 : this.to.ceilLoop(time, this.length);
  }

  #lastCopy(time) {
    return this.kind === "backward" ? this.from.ceilLoop(time, this.length) - 1 : this.to.floorLoop(time);
  }
}

/**
 * Events fired while the unrolled position moves from `from` to `to` seconds. None if they are equal or not finite.
 * @param {Clip} clip
 * @param {number} from
 * @param {number} to
 */
export function eventsBetween(clip, from, to) {
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) {
    return FiredEvents.none();
  }
  const length = playsAsLoop(clip) ? playLength(clip) : 0;
  const kind = to < from ? "backward" : "forward";
  return new FiredEvents(clip.events ?? [], length, new Place(from, length), new Place(to, length), kind);
}

/**
 * Events fired by starting at `at`: those exactly there. At the start of a loop those at 0, not those at L.
 * @param {Clip} clip
 * @param {number} at
 * @param {boolean} backward
 */
export function eventsAtStart(clip, at, backward) {
  if (!Number.isFinite(at)) {
    return FiredEvents.none();
  }
  const length = playsAsLoop(clip) ? playLength(clip) : 0;
  const events = (clip.events ?? []).filter((event) => length === 0 || event.timeSeconds < length);
  const place = new Place(at, length);
  return new FiredEvents(events, length, place, place, backward ? "startBackward" : "startForward");
}
