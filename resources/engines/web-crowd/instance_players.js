// What every instance of a crowd plays, as a time at which it began. Nothing is added up from frame to frame, so nothing
// drifts, and an instance that only plays costs nothing. For libraries whose shader reads frames by a clock of its own
// (Babylon.js, Babylon Lite, PlayCanvas).

import { playLength, playsAsLoop, sampleClip } from "../web/clip.js";
import { eventsAtStart, eventsBetween } from "../web/events.js";

/** @typedef {import("../web/clip.js").Clip} Clip */

/**
 * @typedef {object} Playing
 * @property {Clip} clip
 * @property {number} speed
 * @property {number} start Seconds of the clip at which it began.
 * @property {number} since Seconds of the crowd's clock then.
 */

export class InstancePlayers {
  /** Seconds that the crowd has played. */
  now = 0;

  /** Called for each event, once: {instance, name, parameter, timeSeconds, clip}. */
  onEvent = null;

  /** @param {Clip[]} clips @param {number} count All instances play the first clip. */
  constructor(clips, count) {
    this.clips = clips;
    /** @type {Playing[]} */
    this.playing = Array.from({ length: count }, () => ({ clip: clips[0], speed: 1, start: 0, since: 0 }));
  }

  /** The number of a clip. @param {string} name */
  clipIndex(name) {
    const index = this.clips.findIndex((clip) => clip.name === name);
    if (index < 0) {
      throw new Error(`there is no clip "${name}"; there are ${this.clips.map((clip) => clip.name).join(", ")}`);
    }
    return index;
  }

  /**
   * Without `startSeconds` a clip begins at its start; one that plays once backward at its end. Events exactly there fire.
   * @param {number} instance
   * @param {string} name
   * @param {{speed?: number, startSeconds?: number}} [options]
   * @returns {Playing}
   */
  play(instance, name, { speed = 1, startSeconds } = {}) {
    if (!(instance >= 0 && instance < this.playing.length)) {
      throw new Error(`there is no instance ${instance} among ${this.playing.length}`);
    }
    const clip = this.clips[this.clipIndex(name)];
    const start = startSeconds ?? (speed < 0 && !playsAsLoop(clip) ? playLength(clip) : 0);
    if (!Number.isFinite(speed) || !Number.isFinite(start)) {
      throw new Error("speed and startSeconds must be finite numbers");
    }
    const playing = { clip, speed, start, since: this.now };
    this.playing[instance] = playing;
    this.#fire(instance, clip, eventsAtStart(clip, this.positionOf(instance), speed < 0));
    return playing;
  }

  /** Lets `seconds` pass; fires the events on the way. A time that is not finite counts as none. */
  tick(seconds) {
    if (!Number.isFinite(seconds)) {
      return;
    }
    const before = this.onEvent ? this.playing.map((playing, i) => (playing.clip.events?.length ? this.positionOf(i) : 0)) : null;
    this.now += seconds;
    before?.forEach((position, i) => {
      const { clip } = this.playing[i];
      if (clip.events?.length) {
        this.#fire(i, clip, eventsBetween(clip, position, this.positionOf(i)));
      }
    });
  }

  /** Seconds from the start of the clip: unrolled when it loops, else in [0, length]. */
  positionOf(instance) {
    return this.positionIn(this.playing[instance]);
  }

  /** The same of what was played before, and goes on during a cross-fade. @param {Playing} playing */
  positionIn({ clip, speed, start, since }) {
    const position = start + (this.now - since) * speed;
    return playsAsLoop(clip) ? position : Math.min(Math.max(position, 0), playLength(clip));
  }

  /** The two frames that it shows, and the fraction between them. @returns {import("../web/clip.js").Frames} */
  framesOf(instance) {
    return this.framesIn(this.playing[instance]);
  }

  /** @param {Playing} playing */
  framesIn(playing) {
    return sampleClip(playing.clip, this.positionIn(playing));
  }

  /** Whether a clip that plays once has reached its end. */
  hasEnded(instance) {
    const { clip, speed } = this.playing[instance];
    const position = this.positionOf(instance);
    return !playsAsLoop(clip) && (speed > 0 ? position >= playLength(clip) : speed < 0 ? position <= 0 : true);
  }

  #fire(instance, clip, events) {
    if (this.onEvent) {
      for (const { name, parameter, timeSeconds } of events) {
        this.onEvent({ instance, name, parameter, timeSeconds, clip: clip.name });
      }
    }
  }
}
