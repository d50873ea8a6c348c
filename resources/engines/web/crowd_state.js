// The state of a crowd's instances, without a graphics library: records and cross-fades as words for the shader, events
// by due time, root motion. An instance that only plays needs no work per frame.

import {
  TICKS_PER_SECOND,
  REBASE_TICKS,
  crowdFrames,
  crowdRecord,
  crowdTime,
  fadeShare,
  rebased,
} from "./crowd_clock.js";
import { playLength, playsAsLoop, shownFrames } from "./clip.js";
import { EventScheduler } from "./event_scheduler.js";
import { rootMotionBetween, rootTrack } from "./root_motion.js";

/** 32-bit words of an instance: four texels of four. */
export const WORDS = 16;

/** Indices of the words. C is the playing clip; A and B are the outgoing clips below it. */
const AT = {
  framesC: 0, // Number of frames, low; variant, high.
  fadeC: 1, // Start and length (ticks) of the fade into C.
  tint: 3, // Red, green, blue, alpha, lowest byte first.
  phaseC: 4, // Phase, high step; then low step, low, and palette entry, high.
  firstC: 7, // First frame; highest bit: it loops.
  clipsAB: 8, // Indices of the clips: A low, B high.
  fadeB: 9, // Start and length of the fade from A into B.
  stepLowAB: 11,
  phaseAB: 12, // Phase and high step of A, then of B.
};

/** 32-bit words of an instance's layer in crowds with layers: two texels of four. */
export const LAYER_WORDS = 8;

/** Indices of the words. `clipMask`: clip, low; mask + 1, high (0: no layer). */
const LAYER_AT = { clipMask: 0, phase: 1, fadeIn: 4, fadeOut: 6 };

const NO_FADE = Object.freeze({ start: 0, ticks: 0 });

/** The tick at which a clip that plays once and begins at `ticks` ends; Infinity: never. */
function endTick({ clip, record }, ticks, base) {
  const step = Math.abs(record.stepHigh * 65536 + record.stepLow);
  if (playsAsLoop(clip) || step === 0) {
    return Infinity;
  }
  // record.phase is the tick at which it started.
  const ago = (record.phase - (ticks - base)) | 0;
  return Math.max(ticks, ticks + ago + Math.ceil(2 ** 48 / step));
}

const isEarlier = (a, b) => a.tick - b.tick || a.instance - b.instance;

/** Inserts an entry that is due by `now` in order, after index `at`. */
function insert(due, at, entry, now) {
  if (entry.tick <= now) {
    const later = due.findIndex((other, i) => i > at && isEarlier(entry, other) < 0);
    due.splice(later < 0 ? due.length : later, 0, entry);
  }
}

const endOf = ({ fadeOut }) => (fadeOut ? fadeOut.start + fadeOut.ticks : Infinity);

const fadeTicksOf = (seconds) => (seconds > 0 ? Math.min(Math.max(1, Math.round(seconds * TICKS_PER_SECOND)), REBASE_TICKS) : 0);

/**
 * @typedef {object} Playing A clip that an instance plays.
 * @property {number} index Index of the clip.
 * @property {import("./clip.js").Clip} clip
 * @property {number} speed
 * @property {number} startSeconds
 * @property {number} startTicks On the clock that is never re-based.
 * @property {import("./crowd_clock.js").CrowdRecord} record
 */

export class CrowdState {
  #instances = [];
  #waiting = new Map(); // Instances whose next clip waits for a fade to end: the tick and the request.
  #queues = new Map(); // By instance: queued clips.
  #ends = new Map(); // By instance whose clip ends: the tick.
  #nextEnd = Infinity; // No end is earlier.
  #scheduler = new EventScheduler();
  #tracks;
  #shown;
  #layers = new Map(); // Layer by instance.
  #layersUntil = -1; // The last tick at which a layer ended.
  #fadesUntil = 0; // On the clock that is never re-based.
  #seconds = 0;
  #now = { ticks: 0, rest: 0 };
  #before = { ticks: 0, rest: 0 };
  #base = 0;

  /**
   * @param {import("./clip.js").Clip[]} clips Clips of the manifest.
   * @param {Uint32Array} words Words of the instances, for the shader.
   * @param {(instance: number) => void} onChange Called when an instance's words have changed.
   */
  constructor(clips, words, onChange) {
    this.clips = clips;
    this.words = words;
    this.onChange = onChange;
    this.#tracks = clips.map(rootTrack);
    this.#shown = clips.map(shownFrames);
    for (let i = 0; i < words.length / WORDS; i += 1) {
      words[i * WORDS + AT.tint] = 0xffffffff;
      const playing = this.#playing({ index: 0, speed: 1, startSeconds: 0 }, 0);
      this.#instances.push({ a: playing, b: playing, c: playing, fadeB: NO_FADE, fadeC: NO_FADE, isFinished: false });
      this.#clipEndsAt(i, playing, 0);
      this.#write(i);
    }
  }

  /** The clock for shaders: ticks since the last re-basing, and the rest of a tick. */
  get clock() {
    return { ticks: this.#now.ticks - this.#base, rest: this.#now.rest };
  }

  /** The clock at the previous update, for motion vectors. It is 0 if records were re-based since. */
  get clockBefore() {
    return { ticks: Math.max(0, this.#before.ticks - this.#base), rest: this.#before.rest };
  }

  /** Whether any instance may be in a cross-fade, now or at the previous update. Only then shaders read A and B. */
  get anyFades() {
    return this.#before.ticks < this.#fadesUntil;
  }

  /** Words of layers, LAYER_WORDS per instance; null before the first layer. @type {Uint32Array | null} */
  layerWords = null;

  /** The masks that layers refer to by index. @type {import("./layers.js").LayerMask[]} */
  masks = [];

  /** Called when an instance's layer has changed. @type {(instance: number) => void} */
  onLayer = () => {};

  /** Whether any instance has a layer, now or at the previous update. */
  get anyLayers() {
    return this.#layers.size > 0 || this.#before.ticks <= this.#layersUntil;
  }

  /**
   * Plays a clip over an instance's own on the bones of a mask; replaces its layer. The layer fades in over
   * `fadeSeconds`. A clip that plays once fades out over the same time before its end, unless `hold` is set; others
   * stay until stopLayer().
   */
  playLayer(instance, { index, mask, speed = 1, startSeconds, fadeSeconds = 0, hold = false, events = true }) {
    const clip = this.clips[index];
    const start = startSeconds ?? (speed < 0 && !clip.loop ? clip.lengthSeconds : 0);
    if (!Number.isFinite(speed) || !Number.isFinite(start)) {
      throw new Error(`speed and startSeconds must be finite numbers, not ${speed} and ${start}`);
    }
    if (!this.masks[mask]) {
      throw new Error(`there is no mask ${mask}`);
    }
    this.layerWords ??= new Uint32Array((this.words.length / WORDS) * LAYER_WORDS);
    const { ticks } = this.#now;
    const playing = this.#playing({ index, speed, startSeconds: start }, ticks);
    const fade = fadeTicksOf(fadeSeconds);
    const layer = { playing, mask, events, fadeIn: { start: ticks, ticks: fade }, fadeOut: null };
    layer.end = endTick(playing, ticks, this.#base);
    if (!hold && layer.end < Infinity) {
      layer.fadeOut = { start: Math.max(ticks, layer.end - fade), ticks: Math.min(fade, layer.end - ticks) };
    }
    this.#layers.set(instance, layer);
    this.#writeLayer(instance);
    const id = 2 * instance + 1;
    if (events) {
      this.#scheduler.set(id, playing.clip, playing.speed, playing.startSeconds, ticks);
    } else {
      this.#scheduler.remove(id);
    }
  }

  /** Fades an instance's layer out over `fadeSeconds`; its events end with it. */
  stopLayer(instance, fadeSeconds = 0) {
    const layer = this.#layers.get(instance);
    if (!layer) {
      return;
    }
    const { ticks } = this.#now;
    const fade = fadeTicksOf(fadeSeconds);
    // A layer that is fading out does not come back.
    if (layer.fadeOut && layer.fadeOut.start <= ticks && fade > 0) {
      return;
    }
    layer.fadeOut = { start: ticks, ticks: fade };
    if (fade === 0) {
      this.#endLayer(instance);
    } else {
      this.#writeLayer(instance);
    }
  }

  /** An instance's layer: clip, mask and current share; null: none. */
  layerOf(instance, clock = this.clock) {
    const layer = this.#layers.get(instance);
    return layer ? { index: layer.playing.index, mask: layer.mask, share: this.#layerShare(layer, clock) } : null;
  }

  #layerShare({ fadeIn, fadeOut }, clock) {
    const share = ({ start, ticks }) => fadeShare((start - this.#base) >>> 0, ticks, clock);
    return share(fadeIn) * (fadeOut ? 1 - share(fadeOut) : 1);
  }

  #writeLayer(instance) {
    const at = instance * LAYER_WORDS;
    const layer = this.#layers.get(instance);
    if (!layer) {
      this.layerWords[at + LAYER_AT.clipMask] = 0;
    } else {
      const { playing, mask, fadeIn, fadeOut } = layer;
      const { record } = playing;
      this.layerWords[at + LAYER_AT.clipMask] = playing.index | ((mask + 1) << 16);
      this.layerWords.set([record.phase, record.stepHigh, record.stepLow | (fadeOut ? 0x10000 : 0)], at + LAYER_AT.phase);
      this.layerWords.set([fadeIn.start - this.#base, fadeIn.ticks], at + LAYER_AT.fadeIn);
      this.layerWords.set(fadeOut ? [fadeOut.start - this.#base, fadeOut.ticks] : [0, 0], at + LAYER_AT.fadeOut);
    }
    this.onLayer(instance);
  }

  #endLayer(instance) {
    this.#layers.delete(instance);
    this.#layersUntil = this.#now.ticks;
    this.#scheduler.remove(2 * instance + 1);
    this.#writeLayer(instance);
  }

  /** Ticks since the start; never re-based. */
  get ticks() {
    return this.#now.ticks;
  }

  /**
   * Plays a clip. A fade in progress continues below the new one, lerp(lerp(A, B, s₁), C, s₂), so that nothing jumps.
   * During two fades the clip waits until the first has ended; the last waiting clip counts. Clears the queue.
   * @returns {boolean} False: it waits for a fade to end.
   */
  play(instance, options) {
    const wish = this.#wishOf(options);
    this.#waiting.delete(instance);
    this.#queues.delete(instance);
    return this.#goOver(instance, wish, this.#now.ticks);
  }

  /**
   * Plays a clip after the current one and those queued before: at the end of a clip that plays once (at once if it has
   * ended), or at the end of the current loop. A fade begins then.
   */
  queue(instance, options) {
    const wish = this.#wishOf(options);
    const { c, isFinished } = this.#instances[instance];
    const queue = this.#queues.get(instance) ?? [];
    if (isFinished && queue.length === 0 && !this.#waiting.has(instance)) {
      this.#goOver(instance, wish, this.#now.ticks);
      return;
    }
    this.#queues.set(instance, [...queue, wish]);
    if (queue.length === 0 && playsAsLoop(c.clip)) {
      this.#endsAt(instance, this.#loopEnd(c, this.#now.ticks));
    }
  }

  /** Clears the queue; the current clip continues. */
  clearQueue(instance) {
    this.#queues.delete(instance);
    if (playsAsLoop(this.#instances[instance].c.clip)) {
      this.#endsAt(instance, Infinity);
    }
  }

  /** Whether an instance has reached the end of a clip that plays once. */
  isFinished(instance) {
    return this.#instances[instance].isFinished;
  }

  #wishOf({ index, speed = 1, startSeconds, fadeSeconds = 0, events = true }) {
    const clip = this.clips[index];
    const start = startSeconds ?? (speed < 0 && !clip.loop ? clip.lengthSeconds : 0);
    if (!Number.isFinite(speed) || !Number.isFinite(start)) {
      throw new Error(`speed and startSeconds must be finite numbers, not ${speed} and ${start}`);
    }
    return { index, speed, startSeconds: start, events, fadeTicks: fadeTicksOf(fadeSeconds) };
  }

  /** Begins a clip at a tick; false: it waits for a fade. */
  #goOver(instance, wish, ticks) {
    const { fadeB, fadeC } = this.#instances[instance];
    const clock = { ticks: ticks - this.#base, rest: 0 };
    if (wish.fadeTicks > 0 && this.#share(fadeB, clock) < 1 && this.#share(fadeC, clock) < 1) {
      this.#waiting.set(instance, { wish, tick: this.#base + fadeB.start + fadeB.ticks });
      return false;
    }
    this.#begin(instance, wish, ticks);
    return true;
  }

  /** Stores when a clip that begins at `ticks` ends: without length at once; looping only if another clip is queued. */
  #clipEndsAt(instance, playing, ticks) {
    if (playsAsLoop(playing.clip)) {
      this.#endsAt(instance, this.#queues.has(instance) ? this.#loopEnd(playing, ticks) : Infinity);
    } else {
      this.#endsAt(instance, playLength(playing.clip) > 0 ? endTick(playing, ticks, this.#base) : ticks);
    }
  }

  #endsAt(instance, tick) {
    if (tick < Infinity) {
      this.#ends.set(instance, tick);
      this.#nextEnd = Math.min(this.#nextEnd, tick);
    } else {
      this.#ends.delete(instance);
    }
  }

  /** The first tick after `ticks` at which a looping clip ends a loop; Infinity: it does not move. */
  #loopEnd(playing, ticks) {
    const { clip, speed, startSeconds, startTicks } = playing;
    const turns = this.#secondsOf(playing, { ticks, rest: 0 }) / clip.lengthSeconds;
    const end = speed > 0 ? Math.floor(turns) + 1 : Math.ceil(turns) - 1;
    const way = (end * clip.lengthSeconds - startSeconds) / speed;
    return speed === 0 ? Infinity : Math.max(ticks + 1, startTicks + Math.ceil(way * TICKS_PER_SECOND - 1e-6));
  }

  #share(fade, clock) {
    return fadeShare(fade.start >>> 0, fade.ticks, clock);
  }

  #playing({ index, speed, startSeconds }, ticks) {
    const clip = this.clips[index];
    const record = crowdRecord(clip, speed, startSeconds, ticks - this.#base);
    return { index, clip, speed, startSeconds, startTicks: ticks, record };
  }

  #begin(instance, wish, ticks) {
    const state = this.#instances[instance];
    const clock = { ticks: ticks - this.#base, rest: 0 };
    const playing = this.#playing(wish, ticks);
    if (wish.fadeTicks === 0) {
      Object.assign(state, { a: playing, b: playing, c: playing, fadeB: NO_FADE, fadeC: NO_FADE });
    } else {
      // The old C becomes B, above what is left of the fade into it.
      const faded = this.#share(state.fadeC, clock) >= 1;
      Object.assign(state, {
        a: faded ? state.c : state.b,
        b: state.c,
        c: playing,
        fadeB: faded ? NO_FADE : state.fadeC,
        fadeC: { start: clock.ticks, ticks: wish.fadeTicks },
      });
      this.#fadesUntil = Math.max(this.#fadesUntil, ticks + wish.fadeTicks);
    }
    state.isFinished = false;
    this.#clipEndsAt(instance, playing, ticks);
    this.#write(instance);
    if (wish.events) {
      this.#scheduler.set(2 * instance, playing.clip, playing.speed, playing.startSeconds, ticks);
    } else {
      this.#scheduler.remove(2 * instance);
    }
  }

  #write(instance) {
    const { a, b, c, fadeB, fadeC } = this.#instances[instance];
    const { words } = this;
    const at = instance * WORDS;
    const low = (word, value) => {
      words[at + word] = (words[at + word] & 0xffff0000) | value;
    };
    const { first, frames, loops } = this.#shown[c.index];
    low(AT.framesC, frames);
    words[at + AT.firstC] = loops ? first | 0x80000000 : first;
    words.set([fadeC.start, fadeC.ticks], at + AT.fadeC);
    words.set([c.record.phase, c.record.stepHigh], at + AT.phaseC);
    low(AT.phaseC + 2, c.record.stepLow);
    words[at + AT.clipsAB] = a.index | (b.index << 16);
    words.set([fadeB.start, fadeB.ticks, a.record.stepLow | (b.record.stepLow << 16)], at + AT.fadeB);
    words.set([a.record.phase, a.record.stepHigh, b.record.phase, b.record.stepHigh], at + AT.phaseAB);
    this.onChange(instance);
  }

  /** Red, green, blue from 0 to 1. */
  setTint(instance, red, green, blue) {
    const byte = (value) => Math.round(Math.min(Math.max(value, 0), 1) * 255);
    this.words[instance * WORDS + AT.tint] = byte(red) | (byte(green) << 8) | (byte(blue) << 16) | 0xff000000;
    this.onChange(instance);
  }

  setVariant(instance, variant) {
    this.#setHigh(instance, AT.framesC, variant);
  }

  setPaletteEntry(instance, entry) {
    this.#setHigh(instance, AT.phaseC + 2, entry);
  }

  #setHigh(instance, word, value) {
    const at = instance * WORDS + word;
    this.words[at] = (this.words[at] & 0xffff) | (value << 16);
    this.onChange(instance);
  }

  /**
   * Advances by a step of time and fires the events that came due, in order. A step that is not finite and positive
   * does nothing. Without `onEvent` events cost nothing and are not fired later.
   * @param {number} deltaSeconds
   * @param {(event: object) => void} [onEvent]
   * @param {(end: {instance: number, layer: boolean, clip: string, tick: number}) => void} [onFinished] Called once
   * when a clip that plays once has ended, after its events and before a queued clip begins.
   */
  update(deltaSeconds, onEvent, onFinished) {
    this.#before = this.#now;
    if (Number.isFinite(deltaSeconds) && deltaSeconds > 0) {
      this.#seconds += deltaSeconds;
      this.#now = crowdTime(this.#seconds);
    }
    const due = this.#due();
    for (let at = 0; at < due.length; at += 1) {
      const { instance, tick, wish, layer, playing } = due[at];
      const before = this.#instances[instance].c;
      this.#fire(tick, onEvent);
      // A call-back may have played another clip.
      if (wish && this.#waiting.get(instance)?.wish === wish) {
        this.#waiting.delete(instance);
        this.#begin(instance, wish, tick);
      } else if (layer && this.#layers.get(instance) === layer) {
        this.#passLayer(instance, layer, tick, onFinished);
      } else if (playing && this.#instances[instance].c === playing && this.#ends.get(instance) === tick) {
        this.#end(instance, playing, tick, onFinished);
      }
      // The new clip may have ended by now, too.
      const { c } = this.#instances[instance];
      if (c !== before && tick < this.#now.ticks) {
        insert(due, at, { instance, tick: this.#ends.get(instance), playing: c }, this.#now.ticks);
      }
      if (playing && this.#waiting.has(instance)) {
        insert(due, at, { instance, ...this.#waiting.get(instance) }, this.#now.ticks);
      }
    }
    this.#fire(this.#now.ticks, onEvent);
    if (this.#now.ticks - this.#base >= REBASE_TICKS) {
      this.#rebase();
    }
  }

  /** What is due by now, in order: waiting clips, ends of clips and of layers. */
  #due() {
    const now = this.#now.ticks;
    const due = [];
    for (const [instance, { wish, tick }] of this.#waiting) {
      due.push({ instance, tick, wish });
    }
    for (const [instance, layer] of this.#layers) {
      due.push({ instance, tick: Math.min(layer.end, endOf(layer)), layer }, { instance, tick: endOf(layer), layer });
    }
    if (this.#nextEnd <= now) {
      this.#nextEnd = Infinity;
      for (const [instance, tick] of this.#ends) {
        if (tick > now) {
          this.#nextEnd = Math.min(this.#nextEnd, tick);
        } else {
          due.push({ instance, tick, playing: this.#instances[instance].c });
        }
      }
    }
    return due.filter(({ tick }) => tick <= now).sort(isEarlier);
  }

  /** Handles the end of a clip: reports it, and begins the queued clip. */
  #end(instance, playing, tick, onFinished) {
    this.#ends.delete(instance);
    if (!playsAsLoop(playing.clip)) {
      this.#instances[instance].isFinished = true;
      onFinished?.({ instance, layer: false, clip: playing.clip.name, tick });
    }
    const queue = this.#queues.get(instance);
    if (!queue || this.#instances[instance].c !== playing || this.#waiting.has(instance)) {
      return; // A call-back has played another clip, or one waits already.
    }
    const wish = queue.shift();
    if (queue.length === 0) {
      this.#queues.delete(instance);
    }
    this.#goOver(instance, wish, tick);
  }

  #passLayer(instance, layer, tick, onFinished) {
    if (layer.end <= tick) {
      const { clip } = layer.playing;
      layer.end = Infinity;
      onFinished?.({ instance, layer: true, clip: clip.name, tick });
    }
    if (this.#layers.get(instance) === layer && endOf(layer) <= tick) {
      this.#endLayer(instance);
    }
  }

  #fire(ticks, onEvent) {
    if (!onEvent) {
      this.#scheduler.pass(ticks);
      return;
    }
    for (let event = this.#scheduler.next(ticks); event; event = this.#scheduler.next(ticks)) {
      // The events of the main clip come before those of its layer.
      onEvent({ ...event, instance: event.instance >> 1, layer: (event.instance & 1) === 1 });
    }
  }

  #rebase() {
    const { ticks } = this.clock;
    const clock = { ticks, rest: 0 };
    this.#base = this.#now.ticks;
    const moved = (playing) => ({ ...playing, record: rebased(playing.record, playing.clip, playing.speed, ticks) });
    const later = (fade) => (this.#share(fade, clock) >= 1 ? NO_FADE : { ...fade, start: fade.start - ticks });
    this.#instances.forEach((state, instance) => {
      Object.assign(state, { a: moved(state.a), b: moved(state.b), c: moved(state.c) });
      Object.assign(state, { fadeB: later(state.fadeB), fadeC: later(state.fadeC) });
      this.#write(instance);
    });
    for (const [instance, layer] of this.#layers) {
      layer.playing = moved(layer.playing);
      const isOver = ({ start, ticks: length }) => start + length <= this.#base;
      layer.fadeIn = isOver(layer.fadeIn) ? { start: this.#base, ticks: 0 } : layer.fadeIn;
      this.#writeLayer(instance);
    }
  }

  /** The current or incoming clip of an instance; a waiting one does not count. */
  clipOf(instance) {
    return this.#instances[instance].c.index;
  }

  /** The current or incoming clip with its speed and start; a new object for each play(). */
  playingOf(instance) {
    return this.#instances[instance].c;
  }

  /** Indices of the clips that an instance may show until it plays another one. */
  clipsOf(instance) {
    const { a, b, c } = this.#instances[instance];
    return a === c ? [c.index] : [a.index, b.index, c.index];
  }

  /** Index of the clip of an instance's layer; −1: none. */
  layerClipOf(instance) {
    return this.#layers.get(instance)?.playing.index ?? -1;
  }

  /** The moment that an instance shows, for the functions of decode.js. @returns {import("./decode.js").Moment} */
  momentOf(instance, stepped = false, clock = this.clock) {
    const { a, b, c, fadeB, fadeC } = this.#instances[instance];
    const frames = ({ clip, record }) => {
      const shown = crowdFrames(clip, record, clock);
      return stepped ? { ...shown, fraction: 0 } : shown;
    };
    return {
      from: frames(a),
      to: frames(b),
      share: this.#share(fadeB, clock),
      last: frames(c),
      lastShare: this.#share(fadeC, clock),
      ...this.#over(instance, frames, clock),
    };
  }

  #over(instance, frames, clock) {
    const layer = this.#layers.get(instance);
    const share = layer ? this.#layerShare(layer, clock) : 0;
    return share > 0 ? { over: { frames: frames(layer.playing), share, mask: this.masks[layer.mask] } } : {};
  }

  /** Whether a visible clip of an instance has root motion. */
  isCarried(instance) {
    const { a, b, c } = this.#instances[instance];
    return [a, b, c].some(({ index }) => this.#tracks[index] !== null);
  }

  /**
   * Root motion of the last update(), in the space of the instance before it, blended during cross-fades.
   * @returns {import("./root_motion.js").RootSample}
   */
  rootStep(instance) {
    const { a, b, c, fadeB, fadeC } = this.#instances[instance];
    const s1 = this.#share(fadeB, this.clock);
    const s2 = this.#share(fadeC, this.clock);
    const sum = { x: 0, y: 0, z: 0, yaw: 0 };
    for (const [playing, share] of [[a, (1 - s2) * (1 - s1)], [b, (1 - s2) * s1], [c, s2]]) {
      const track = this.#tracks[playing.index];
      if (track && share > 0) {
        const step = rootMotionBetween(playing.clip, track, this.#secondsOf(playing, this.#before), this.#secondsOf(playing, this.#now));
        for (const key of Object.keys(sum)) {
          sum[key] += share * step[key];
        }
      }
    }
    return sum;
  }

  /** Unrolled seconds in a clip. */
  #secondsOf({ startSeconds, startTicks, speed }, { ticks, rest }) {
    return startSeconds + (speed * Math.max(0, ticks - startTicks + rest / 65536)) / TICKS_PER_SECOND;
  }

  /** Unrolled seconds in the current or incoming clip. */
  secondsOf(instance) {
    return this.#secondsOf(this.#instances[instance].c, this.#now);
  }

  /** Whether an instance is in a cross-fade. */
  fades(instance) {
    return this.#share(this.#instances[instance].fadeC, this.clock) < 1;
  }

  /** Root motion of the current clip from one of its times to another. */
  rootWay(instance, fromSeconds, toSeconds) {
    const { clip, index } = this.#instances[instance].c;
    return rootMotionBetween(clip, this.#tracks[index], fromSeconds, toSeconds);
  }
}
