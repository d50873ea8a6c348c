import { clamp, playLength, playsAsLoop, sampleClip } from "./clip.js";
import { FiredEvents, eventsAtStart, eventsBetween } from "./events.js";

/** @typedef {import("./clip.js").Clip} Clip */

/**
 * Plays one clip: a step of time in, two frames, a fraction and the events on the way out.
 *
 *     const ticker = new AnimationTicker();
 *     for (const event of ticker.play(clip)) { … }
 *     for (const event of ticker.tick(deltaSeconds)) { … }
 *     const { current, next, fraction } = ticker.frames;
 *
 * The position is kept in seconds from the clip's start: unrolled when the clip loops, in [0, length] when it plays once.
 */
export class AnimationTicker {
  #clip = { frameBegin: 0, frameCount: 1, lengthSeconds: 0, loop: false, events: [] };
  #position = 0;
  #speed = 1;

  /**
   * Starts `clip` at its start (once with a negative speed: at its end) or at `startSeconds`, and returns the events
   * exactly there. A speed or start that is not finite changes nothing.
   * @param {Clip} clip
   * @param {number} [speed]
   * @param {number} [startSeconds]
   */
  play(clip, speed = 1, startSeconds = undefined) {
    const startsAtEnd = speed < 0 && !playsAsLoop(clip);
    const start = startSeconds ?? (startsAtEnd ? playLength(clip) : 0);
    if (!Number.isFinite(speed) || !Number.isFinite(start)) {
      return FiredEvents.none();
    }
    this.#clip = clip;
    this.#speed = speed;
    this.#position = this.#bounded(start);
    return eventsAtStart(clip, this.#position, speed < 0);
  }

  /** Advances by speed · `deltaSeconds` and returns the events on the way. A step that is not finite changes nothing. */
  tick(deltaSeconds) {
    const position = this.#position + this.#speed * deltaSeconds;
    if (!Number.isFinite(position)) {
      return FiredEvents.none();
    }
    const before = this.#position;
    this.#position = this.#bounded(position);
    return eventsBetween(this.#clip, before, this.#position);
  }

  /** Moves to a position without firing events. */
  seek(seconds) {
    if (Number.isFinite(seconds)) {
      this.#position = this.#bounded(seconds);
    }
  }

  get speed() {
    return this.#speed;
  }

  /** 1 is the clip's own speed, negative is backward, 0 holds still. */
  set speed(value) {
    if (Number.isFinite(value)) {
      this.#speed = value;
    }
  }

  get clip() {
    return this.#clip;
  }

  get positionSeconds() {
    return this.#position;
  }

  get frames() {
    return sampleClip(this.#clip, this.#position);
  }

  /** Whether a clip that plays once has reached its end in the direction of its speed. */
  get finished() {
    if (playsAsLoop(this.#clip)) {
      return false;
    }
    return this.#speed < 0 ? this.#position <= 0 : this.#position >= playLength(this.#clip);
  }

  #bounded(seconds) {
    return playsAsLoop(this.#clip) ? seconds : clamp(seconds, 0, playLength(this.#clip));
  }
}
