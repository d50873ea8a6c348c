// The clips of a crowd's instances and the times at which they began. Times are not accumulated, so nothing drifts, and
// an instance that only plays costs nothing. For libraries whose shader has its own clock (Babylon.js, Babylon Lite,
// PlayCanvas).

import { playLength, playsAsLoop, sampleClip } from "../web/clip.js";
import { clipSection } from "../web/clip_section.js";
import { eventsAtStart, eventsBetween } from "../web/events.js";

/** @typedef {import("../web/clip.js").Clip} Clip */

/**
 * @typedef {object} CrowdEvent
 * @property {number} instance
 * @property {string} name
 * @property {string} [parameter]
 * @property {number} timeSeconds In the clip.
 * @property {string} clip
 *
 * @typedef {object} Fade A cross-fade from the previous clip.
 * @property {Playing} from
 * @property {number} since Seconds of the crowd's clock at its start.
 * @property {number} seconds
 *
 * @typedef {object} PlayOptions
 * @property {number} [speed] Negative: backward.
 * @property {number} [startSeconds] Default: the start, or the end of a clip that plays once backward.
 * @property {number} [fadeSeconds] Length of the cross-fade; default: none.
 *
 * @typedef {object} Playing
 * @property {Clip} clip
 * @property {number} speed
 * @property {number} start Seconds in the clip at its start.
 * @property {number} since Seconds of the crowd's clock at its start.
 */

export class InstancePlayers {
  /** The crowd's clock, in seconds. */
  now = 0;

  /** Called for each event, once. @type {((event: CrowdEvent) => void) | null} */
  onEvent = null;

  /** Called once when a clip that plays once has ended. @type {((end: {instance: number, clip: string}) => void) | null} */
  onFinished = null;

  /**
   * Called when a clip begins (also if it waited), before its events.
   * @type {((instance: number, playing: Playing) => void) | null}
   */
  onBegin = null;

  /** Clips that wait for a cross-fade to end. */
  #waiting;
  /** Queued clips. */
  #queues;
  /** Seconds of the crowd's clock at which a clip ends; Infinity: never, or it has. */
  #ends;
  /** Whether the events at the start have not fired yet. */
  #started;

  /** @param {Clip[]} clips @param {number} count All instances play the first clip. */
  constructor(clips, count) {
    this.clips = clips;
    /** @type {Playing[]} */
    this.playing = Array.from({ length: count }, () => ({ clip: clips[0], speed: 1, start: 0, since: 0 }));
    /** @type {(Fade | null)[]} */
    this.fades = new Array(count).fill(null);
    this.#waiting = new Array(count).fill(null);
    this.#queues = Array.from({ length: count }, () => []);
    this.#ends = new Array(count).fill(this.#endOf(this.playing[0], false));
    this.#started = new Array(count).fill(false);
  }

  /** Adds a section of a clip to the clips, see clipSection(). @param {string} name @param {string} clip */
  addSection(name, clip, fromSeconds, toSeconds, { loop = false } = {}) {
    if (this.clips.some((other) => other.name === name)) {
      throw new Error(`there is a clip "${name}" already`);
    }
    this.clips.push(clipSection(this.clips[this.clipIndex(clip)], name, fromSeconds, toSeconds, loop));
  }

  /** The index of a clip. @param {string} name */
  clipIndex(name) {
    const index = this.clips.findIndex((clip) => clip.name === name);
    if (index < 0) {
      throw new Error(`there is no clip "${name}"; there are ${this.clips.map((clip) => clip.name).join(", ")}`);
    }
    return index;
  }

  /**
   * Plays a clip. Events exactly at the start fire in the next tick(), as in every run-time for crowds. During a
   * cross-fade a clip with a fade waits for its end; the last waiting clip counts (docs/runtimes.md, "Cross-fades").
   * @param {number} instance
   * @param {string} name
   * @param {PlayOptions} [options]
   * @returns {boolean} Whether it plays now; false: it waits.
   */
  play(instance, name, options) {
    const asked = this.#asked(instance, name, options);
    this.#queues[instance] = [];
    this.#waiting[instance] = null;
    return this.#goOver(instance, asked, this.now);
  }

  /**
   * Plays a clip after the current one and those queued before: at the end of a clip that plays once (at once if it has
   * ended), or at the end of the current loop. A fade begins then.
   * @param {number} instance
   * @param {string} name
   * @param {PlayOptions} [options]
   */
  queue(instance, name, options) {
    const asked = this.#asked(instance, name, options);
    const playing = this.playing[instance];
    const queue = this.#queues[instance];
    if (!playsAsLoop(playing.clip) && this.#ends[instance] === Infinity && this.isFinished(instance) && queue.length === 0 && !this.#waiting[instance]) {
      this.#goOver(instance, asked, this.now);
      return;
    }
    queue.push(asked);
    if (queue.length === 1 && playsAsLoop(playing.clip)) {
      this.#ends[instance] = this.#endOf(playing, true, this.now);
    }
  }

  /** Clears the queue; the current clip continues. @param {number} instance */
  clearQueue(instance) {
    this.#queues[instance] = [];
    if (playsAsLoop(this.playing[instance].clip)) {
      this.#ends[instance] = Infinity;
    }
  }

  #asked(instance, name, { speed = 1, startSeconds, fadeSeconds = 0 } = {}) {
    if (!(instance >= 0 && instance < this.playing.length)) {
      throw new Error(`there is no instance ${instance} among ${this.playing.length}`);
    }
    const clip = this.clips[this.clipIndex(name)];
    const start = startSeconds ?? (speed < 0 && !playsAsLoop(clip) ? playLength(clip) : 0);
    if (!Number.isFinite(speed) || !Number.isFinite(start) || !Number.isFinite(fadeSeconds)) {
      throw new Error("speed, startSeconds and fadeSeconds must be finite numbers");
    }
    return { clip, speed, start, fadeSeconds };
  }

  /** Begins a clip at a time. False: it waits for a fade. */
  #goOver(instance, asked, since) {
    if (asked.fadeSeconds > 0 && this.fades[instance]) {
      this.#waiting[instance] = asked;
      return false;
    }
    this.#begin(instance, asked, since);
    return true;
  }

  /**
   * The time at which a clip that plays once ends or, if another is queued, the loop that a looping clip is in at
   * `from`.
   */
  #endOf({ clip, speed, start, since }, isQueued, from = since) {
    const length = playLength(clip);
    if (!playsAsLoop(clip)) {
      const left = speed < 0 ? Math.min(start, length) : Math.max(length - start, 0);
      return length === 0 ? since : speed === 0 ? Infinity : since + left / Math.abs(speed);
    }
    if (!isQueued || speed === 0) {
      return Infinity;
    }
    const turns = (start + (from - since) * speed) / length;
    const end = speed > 0 ? Math.floor(turns) + 1 : Math.ceil(turns) - 1;
    return since + (end * length - start) / speed;
  }

  /** The weight of an instance's clip; below 1 during a cross-fade. @param {number} instance */
  shareOf(instance) {
    const fade = this.fades[instance];
    return fade ? Math.min(Math.max((this.now - fade.since) / fade.seconds, 0), 1) : 1;
  }

  /** The frames of the outgoing clip, and the weight of the playing one; null without a cross-fade. @param {number} instance */
  fadeOf(instance) {
    const fade = this.fades[instance];
    return fade && { from: this.framesIn(fade.from), share: this.shareOf(instance) };
  }

  #begin(instance, { clip, speed, start, fadeSeconds }, since) {
    this.fades[instance] = fadeSeconds > 0 ? { from: this.playing[instance], since, seconds: fadeSeconds } : null;
    this.#waiting[instance] = null;
    const playing = { clip, speed, start, since };
    this.playing[instance] = playing;
    this.#started[instance] = true;
    this.#ends[instance] = this.#endOf(playing, this.#queues[instance].length > 0);
    this.onBegin?.(instance, playing);
  }

  /**
   * Advances by `seconds`, fires the events on the way, and begins waiting clips. A time that is not finite is ignored.
   * @param {number} seconds
   */
  tick(seconds) {
    if (!Number.isFinite(seconds)) {
      return;
    }
    const before = this.now;
    this.now += seconds;
    for (let i = 0; i < this.playing.length; i += 1) {
      let from = before;
      for (let at = this.#nextChange(i); at <= this.now; at = this.#nextChange(i)) {
        at = Math.max(at, from);
        const playing = this.playing[i];
        this.#pass(i, from, at);
        from = at;
        if (this.playing[i] === playing) {
          this.#change(i, at); // Otherwise a call-back has played another clip.
        }
      }
      this.#pass(i, from, this.now);
    }
  }

  /** The time at which an instance's cross-fade or clip ends. A clip that begins now ends in a later tick(). */
  #nextChange(instance) {
    const fade = this.fades[instance];
    const end = this.playing[instance].since < this.now ? this.#ends[instance] : Infinity;
    return Math.min(fade ? fade.since + fade.seconds : Infinity, end);
  }

  #change(instance, at) {
    const fade = this.fades[instance];
    if (fade && fade.since + fade.seconds <= at) {
      this.fades[instance] = null;
      if (this.#waiting[instance]) {
        this.#begin(instance, this.#waiting[instance], at);
        return;
      }
    }
    if (this.#ends[instance] > at) {
      return;
    }
    const playing = this.playing[instance];
    this.#ends[instance] = Infinity;
    if (!playsAsLoop(playing.clip)) {
      this.onFinished?.({ instance, clip: playing.clip.name });
    }
    if (this.playing[instance] === playing && !this.#waiting[instance] && this.#queues[instance].length > 0) {
      this.#goOver(instance, this.#queues[instance].shift(), at);
    }
  }

  /**
   * Fires the events of an instance between two times of the crowd's clock, after those at its start if it has just
   * begun.
   */
  #pass(instance, from, to) {
    const playing = this.playing[instance];
    if (this.#started[instance]) {
      this.#started[instance] = false;
      this.#fire(instance, playing.clip, eventsAtStart(playing.clip, this.positionIn(playing, playing.since), playing.speed < 0));
    }
    if (this.onEvent && playing.clip.events?.length && from !== to) {
      this.#fire(instance, playing.clip, eventsBetween(playing.clip, this.positionIn(playing, from), this.positionIn(playing, to)));
    }
  }

  /** Seconds from the start of the clip: unrolled when it loops, else in [0, length]. @param {number} instance */
  positionOf(instance) {
    return this.positionIn(this.playing[instance]);
  }

  /** The same for any clip, such as the outgoing one. @param {Playing} playing @param {number} [now] */
  positionIn({ clip, speed, start, since }, now = this.now) {
    const position = start + (now - since) * speed;
    return playsAsLoop(clip) ? position : Math.min(Math.max(position, 0), playLength(clip));
  }

  /**
   * The two frames that an instance shows, and the fraction between them.
   * @param {number} instance @returns {import("../web/clip.js").Frames}
   */
  framesOf(instance) {
    return this.framesIn(this.playing[instance]);
  }

  /** @param {Playing} playing */
  framesIn(playing) {
    return sampleClip(playing.clip, this.positionIn(playing));
  }

  /** Whether a clip that plays once has reached its end. @param {number} instance */
  isFinished(instance) {
    const { clip, speed } = this.playing[instance];
    const position = this.positionOf(instance);
    const length = playLength(clip);
    return !playsAsLoop(clip) && (length === 0 || (speed > 0 ? position >= length : speed < 0 && position <= 0));
  }

  #fire(instance, clip, events) {
    if (this.onEvent) {
      for (const { name, parameter, timeSeconds } of events) {
        this.onEvent({ instance, name, parameter, timeSeconds, clip: clip.name });
      }
    }
  }
}
