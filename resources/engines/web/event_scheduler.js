import { clamp, playLength, playsAsLoop } from "./clip.js";
import { crowdRecord, roundAway, turnsPerTick } from "./crowd_clock.js";

/** @typedef {import("./clip.js").Clip} Clip */

const TURN = 2n ** 48n; // In positions.
const PHASE = 2n ** 16n; // One unit of a 32-bit phase, in positions.
const MAX_TURNS_PER_TICK = 1024;
const MAX_ONCE_TURNS_PER_TICK = 0.25;
const MAX_LOOP = 2 ** 53;

const abs = (value) => (value < 0n ? -value : value);

/** Share of a clip, 0 … 1, as a 32-bit phase; a whole turn is 2³². */
const phaseOf = (turns) => (turns > 0 ? BigInt(roundAway(Math.min(turns, 1) * 2 ** 32)) : 0n);

/** Event phases by clip, shared by all instances. */
const phasesOfClips = new WeakMap();

function eventPhases(clip) {
  let phases = phasesOfClips.get(clip);
  if (!phases) {
    const length = playLength(clip);
    phases = (clip.events ?? []).map(({ timeSeconds }) => (length > 0 ? phaseOf(timeSeconds / length) : 0n));
    phasesOfClips.set(clip, phases);
  }
  return phases;
}

/**
 * The events of a crowd by due time: the cost depends on the events that fire, not on the number of instances. An event
 * fires at the tick (crowd_clock.js) at which the instance's integer phase reaches it. Order: by tick, then by
 * instance.
 */
export class EventScheduler {
  #players = new Map(); // By instance.
  #heap = []; // Players, earliest due first.
  #passes = 0;
  #passedTicks = 0;

  /**
   * Plays `clip` on `instance` at `speed` from `startSeconds` of the clip, starting at `nowTicks`. Replaces its clip.
   * @param {number} instance
   * @param {Clip} clip
   * @param {number} speed
   * @param {number} startSeconds
   * @param {number} nowTicks
   * @param {boolean} [fireAtStart] Whether events exactly at the start fire.
   */
  set(instance, clip, speed, startSeconds, nowTicks, fireAtStart = true) {
    this.remove(instance);
    if (!clip.events?.length) {
      return;
    }
    const player = begin(clip, speed, startSeconds, nowTicks, fireAtStart);
    if (schedule(player)) {
      Object.assign(player, { instance, passes: this.#passes });
      this.#players.set(instance, player);
      player.place = this.#heap.push(player) - 1;
      this.#siftUp(player.place);
    }
  }

  /** @param {number} instance */
  remove(instance) {
    const player = this.#players.get(instance);
    if (player) {
      this.#take(player);
    }
  }

  /**
   * Advances to `nowTicks` without a listener: next() leaves out the events due until then. Costs nothing, however many
   * instances there are.
   */
  pass(nowTicks) {
    this.#passes += 1;
    this.#passedTicks = nowTicks;
  }

  /** The next event due at or before `nowTicks`. Call until it is null. */
  next(nowTicks) {
    for (let player = this.#heap[0]; player && player.tick <= nowTicks; player = this.#heap[0]) {
      // A player set after the last pass has missed nothing.
      const isPassed = player.passes !== this.#passes && player.tick <= this.#passedTicks;
      player.passes = this.#passes;
      if (isPassed) {
        this.#goOn(skipTo(player, this.#passedTicks));
        continue;
      }
      const { name, parameter = "", timeSeconds } = player.clip.events[player.event];
      const { instance, tick, event: index, loop } = player;
      stepEvent(player);
      this.#goOn(schedule(player));
      return { instance, tick, index, loop, name, parameter, timeSeconds };
    }
    return null;
  }

  /** The first player of the heap has a new due time, or none. */
  #goOn(isDue) {
    if (isDue) {
      this.#siftDown(0);
    } else {
      this.#take(this.#heap[0]);
    }
  }

  #put(place, player) {
    this.#heap[place] = player;
    player.place = place;
  }

  #siftUp(from) {
    const player = this.#heap[from];
    let place = from;
    while (place > 0 && isBefore(player, this.#heap[(place - 1) >> 1])) {
      this.#put(place, this.#heap[(place - 1) >> 1]);
      place = (place - 1) >> 1;
    }
    this.#put(place, player);
  }

  #siftDown(from) {
    const player = this.#heap[from];
    let place = from;
    for (let child = 2 * place + 1; child < this.#heap.length; child = 2 * place + 1) {
      if (child + 1 < this.#heap.length && isBefore(this.#heap[child + 1], this.#heap[child])) {
        child += 1;
      }
      if (!isBefore(this.#heap[child], player)) {
        break;
      }
      this.#put(place, this.#heap[child]);
      place = child;
    }
    this.#put(place, player);
  }

  #take({ instance, place }) {
    this.#players.delete(instance);
    const last = this.#heap.pop();
    if (place < this.#heap.length) {
      this.#put(place, last);
      this.#siftUp(place);
      this.#siftDown(last.place);
    }
  }
}

const isBefore = (a, b) => a.tick < b.tick || (a.tick === b.tick && a.instance < b.instance);

/** The distance to the next event, in the direction of play; ≤ 0: reached. */
function distance(player) {
  const event = player.phases[player.event] * PHASE;
  if (player.step >= 0n) {
    return event - player.position;
  }
  // A loop's phase is rounded down, so it arrives up to one unit earlier; a clip that plays once counts from its end.
  return player.position - event - (playsAsLoop(player.clip) ? PHASE - 1n : 0n);
}

const count = (player) => player.phases.length;

function stepEvent(player) {
  const loops = playsAsLoop(player.clip);
  if (player.step >= 0n) {
    player.event += 1;
    if (player.event === count(player) && loops) {
      player.event = 0;
      player.loop += 1;
      player.position -= TURN;
    }
    return;
  }
  if (player.event > 0) {
    player.event -= 1;
    return;
  }
  if (!loops) {
    player.event = count(player);
    return;
  }
  const { skipsEnd } = player;
  player.skipsEnd = false;
  player.event = count(player) - 1;
  player.loop -= 1;
  player.position += TURN;
  while (skipsEnd && player.phases[player.event] * PHASE === TURN) {
    if (player.event === 0) {
      // All events are at the end: the next one is a loop away.
      player.event = count(player) - 1;
      player.loop -= 1;
      player.position += TURN;
      return;
    }
    player.event -= 1;
  }
}

/** Computes when the next event is due; false: never. */
function schedule(player) {
  if (player.event >= count(player)) {
    return false;
  }
  const left = distance(player);
  if (left > 0n && player.step === 0n) {
    return false;
  }
  if (left > 0n) {
    const speed = abs(player.step);
    const ticks = (left + speed - 1n) / speed;
    player.tick += Number(ticks);
    player.position += ticks * player.step;
  }
  return true;
}

/** Skips events due at or before `ticks`, whole loops at once; false: no event is left. */
function skipTo(player, ticks) {
  if (playsAsLoop(player.clip)) {
    // Skip to the loop before the reached one, all of whose events are due by then.
    const position = player.position + BigInt(ticks - player.tick) * player.step;
    const turns = (player.step >= 0n ? position : TURN - position) / TURN - 1n;
    if (turns > 0n) {
      const way = player.step >= 0n ? turns : -turns;
      player.loop += Number(way);
      player.position = position - way * TURN;
      player.tick = ticks;
      player.skipsEnd = false;
    }
  }
  let isDue = true;
  while (isDue && player.tick <= ticks) {
    stepEvent(player);
    isDue = schedule(player);
  }
  return isDue;
}

function begin(clip, speed, startSeconds, nowTicks, fire) {
  const loops = playsAsLoop(clip);
  const most = loops ? MAX_TURNS_PER_TICK : MAX_ONCE_TURNS_PER_TICK;
  const turnsATick = clamp(turnsPerTick(clip, speed), -most, most);
  const length = playLength(clip);
  let start = length > 0 ? startSeconds / length : 0;
  start = Number.isFinite(start) ? start : 0;
  start = loops ? clamp(start, -MAX_LOOP, MAX_LOOP) : clamp(start, 0, 1);

  const phases = eventPhases(clip);
  const player = { clip, phases, tick: nowTicks, step: BigInt(roundAway(turnsATick * 2 ** 48)), position: 0n, loop: 0, event: 0 };
  player.skipsEnd = false;
  let phase = 0n;
  if (loops) {
    const whole = Math.floor(start);
    player.loop = whole;
    phase = phaseOf(start - whole);
    if (phase === 2n ** 32n) {
      // Rounded up to the next loop.
      phase = 0n;
      player.loop += 1;
    }
    player.position = phase * PHASE;
  } else {
    phase = phaseOf(start);
    player.position = phase * PHASE;
    if (player.step !== 0n) {
      // It started a whole number of ticks ago, as in crowdRecord().
      const record = crowdRecord(clip, speed, startSeconds);
      const way = abs(player.step) * BigInt((2 ** 32 - record.phase) % 2 ** 32);
      const made = way < TURN ? way : TURN;
      player.position = player.step > 0n ? made : TURN - made;
    }
  }
  const all = count(player);
  const passed = (index) => {
    const at = phases[index];
    return (player.step >= 0n ? at < phase : at > phase) || (!fire && at === phase);
  };
  if (player.step >= 0n) {
    while (player.event < all && passed(player.event)) {
      player.event += 1;
    }
    if (player.event === all && all > 0 && loops) {
      player.event = all - 1;
      stepEvent(player);
    }
  } else {
    player.skipsEnd = loops && phase === 0n;
    player.event = all;
    while (player.event > 0 && passed(player.event - 1)) {
      player.event -= 1;
    }
    if (player.event > 0) {
      player.event -= 1;
    } else if (all > 0) {
      stepEvent(player);
    }
  }
  return player;
}
