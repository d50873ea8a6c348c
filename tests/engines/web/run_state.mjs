// run_state.mjs VECTORS: the state of a crowd's instances (resources/engines/web/crowd_state.js): continuous motion
// however fades are interrupted, events, root motion, re-basing. Exit code 1 if a check fails.
import { readFile } from "node:fs/promises";
import path from "node:path";

import { CrowdBounds } from "../../../resources/engines/three/crowd_bounds.js";
import { InstancePlayers } from "../../../resources/engines/web-crowd/instance_players.js";
import { CrowdState, EventScheduler, WORDS, clipSection, decodePositions, decodeVertex, eventsBetween, readPack, rootMotionAt, rootTrack } from "../../../resources/engines/web/index.js";

const folder = process.argv[2];
let passed = 0;
const failures = [];
function check(what, holds, detail = "") {
  if (holds) {
    passed += 1;
  } else {
    failures.push(`${what} ${JSON.stringify(detail)}`);
  }
}

const load = (name) =>
  readPack(async (file) => {
    const bytes = await readFile(path.join(folder, `${name}.texpack`, file));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  });

const stateOf = (clips, count) => {
  const words = new Uint32Array(count * WORDS);
  return new CrowdState(clips, words, () => {});
};

function distance(a, b) {
  let most = 0;
  for (let i = 0; i < a.length; i += 1) {
    most = Math.max(most, Math.abs(a[i] - b[i]));
  }
  return most;
}

/** A generator with reproducible numbers. */
let seed = 12345;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

async function fades(name) {
  const pack = await load(name);
  const { clips } = pack.manifest;
  // The fastest movement of a vertex of any clip in a step, and the largest distance of two poses.
  const step = 1 / 512;
  let fastest = 0;
  let apart = 0;
  const rest = decodePositions(pack, stateOf(clips, 1).momentOf(0));
  clips.forEach((clip, index) => {
    const alone = stateOf(clips, 1);
    alone.play(0, { index, speed: 1.3 });
    let before = decodePositions(pack, alone.momentOf(0));
    for (let t = 0; t < Math.min(clip.lengthSeconds, 2); t += step) {
      alone.update(step);
      const now = decodePositions(pack, alone.momentOf(0));
      fastest = Math.max(fastest, distance(before, now));
      apart = Math.max(apart, distance(rest, now));
      before = now;
    }
  });
  const shortest = 0.15;
  const bound = 1.5 * fastest + (2 * 2 * apart * step) / shortest;
  const state = stateOf(clips, 1);
  let waited = 0;
  let before = decodePositions(pack, state.momentOf(0));
  let worst = 0;
  let atOnce = 0;
  for (let i = 0; i < 1500; i += 1) {
    if (random() < 0.04) {
      const wish = { index: Math.floor(random() * clips.length), fadeSeconds: shortest + 0.2 * random(), speed: 0.7 + 0.6 * random() };
      waited += state.play(0, wish) ? 0 : 1;
      atOnce = Math.max(atOnce, distance(before, decodePositions(pack, state.momentOf(0))));
    }
    state.update(step);
    const now = decodePositions(pack, state.momentOf(0));
    worst = Math.max(worst, distance(before, now));
    before = now;
  }
  check(`${name}: telling an instance to fade moves nothing`, atOnce < 1e-6, atOnce);
  check(`${name}: fades interrupted at any time do not jump`, worst <= bound && bound < apart, { worst, bound, apart });
  check(`${name}: some of them had to wait`, waited > 3, waited);

  await allAtOnce(name);
}

/** All vertices at once equal single ones, in an interrupted fade. */
async function allAtOnce(name) {
  const pack = await load(name);
  const state = stateOf(pack.manifest.clips, 1);
  for (const index of [0, 1, 0]) {
    state.play(0, { index, fadeSeconds: 0.5, speed: 0.9 });
    state.update(0.17);
  }
  const moment = state.momentOf(0);
  const together = decodePositions(pack, moment);
  const one = Array.from({ length: together.length / 3 }, (_, vertex) => decodeVertex(pack, vertex, moment).position).flat();
  check(`${name}: decodePositions() gives what decodeVertex() gives`, distance(one, together) < 1e-6 && moment.share > 0 && moment.share < 1);
}

function events() {
  const clip = (name, lengthSeconds, loop, times) => ({
    name, frameBegin: 0, frameCount: 10, lengthSeconds, loop,
    events: times.map((timeSeconds) => ({ name: `${name}@${timeSeconds}`, timeSeconds })),
  });
  const clips = [clip("a", 1, true, [0.5]), clip("b", 1, true, [0]), clip("c", 1, true, [0]), clip("d", 1, true, [0, 0.25])];
  const run = (step) => {
    const state = stateOf(clips, 2);
    const fired = [];
    const go = (seconds) => {
      const end = Math.round(seconds / step);
      for (let i = 0; i < end; i += 1) {
        state.update(step, ({ instance, name, tick }) => fired.push(`${instance} ${name} ${tick}`));
      }
    };
    state.play(0, { index: 1, fadeSeconds: 0.5 });
    go(0.125);
    state.play(0, { index: 2, fadeSeconds: 0.5 });
    go(0.125);
    check("a third clip waits", state.play(0, { index: 3, fadeSeconds: 0.25 }) === false);
    go(0.125);
    check("until then what went before plays", state.clipOf(0) === 2);
    go(0.625);
    check("then it plays", state.clipOf(0) === 3);
    go(1);
    return fired.join("; ");
  };
  const coarse = run(1 / 8);
  check("events of a clip that waited come at its time", coarse.includes("0 d@0 512;") && coarse.includes("0 d@0.25 768"), coarse);
  check("events do not depend on how time is cut up", coarse === run(1 / 64), coarse);

  // The last requested clip is played, and a cut does not wait.
  const state = stateOf(clips, 1);
  state.play(0, { index: 1, fadeSeconds: 0.5 });
  state.play(0, { index: 2, fadeSeconds: 0.5 });
  state.play(0, { index: 3, fadeSeconds: 0.5 });
  state.play(0, { index: 1, fadeSeconds: 0.5 });
  state.update(0.75);
  check("of several that wait, the last one plays", state.clipOf(0) === 1);
  state.play(0, { index: 2, fadeSeconds: 0 });
  check("a cut is at once", state.clipOf(0) === 2 && state.momentOf(0).lastShare === 1);
}

function travel() {
  const straight = { name: "walk", frameBegin: 0, frameCount: 30, lengthSeconds: 1, loop: true, rootMotion: { mode: "extract", track: { x: [0, 0.1], z: [0, 1.5], yawRadians: [0, 0.3] } } };
  const still = { name: "idle", frameBegin: 30, frameCount: 30, lengthSeconds: 1, loop: true };
  const clips = [still, straight];
  const state = stateOf(clips, 1);
  state.play(0, { index: 1 });
  let way = { x: 0, z: 0, yaw: 0 };
  const goOn = (step) => {
    const c = Math.cos(way.yaw);
    const s = Math.sin(way.yaw);
    way = { x: way.x + c * step.x + s * step.z, z: way.z + c * step.z - s * step.x, yaw: way.yaw + step.yaw };
  };
  for (let i = 0; i < 640; i += 1) {
    state.update(1 / 128);
    goOn(state.rootStep(0));
  }
  const direct = rootMotionAt(straight, rootTrack(straight), 5);
  check("steps of root motion lead where the clip leads", Math.hypot(way.x - direct.x, way.z - direct.z) < 1e-9 && Math.abs(way.yaw - direct.yaw) < 1e-9, { way, direct });

  state.play(0, { index: 0, fadeSeconds: 1 });
  let length = 0;
  for (let i = 0; i < 128; i += 1) {
    state.update(1 / 128);
    const { x, z } = state.rootStep(0);
    length += Math.hypot(x, z);
  }
  check("in a cross-fade into a clip that stands, half of the way is made", Math.abs(length - 0.75) < 0.02, length);
  check("afterwards nothing carries it", !state.isCarried(0) || state.rootStep(0).z === 0);
}

/** Whether shaders must evaluate the previous clip. */
function anyFades() {
  const clips = [0, 1].map((n) => ({ name: `${n}`, frameBegin: 10 * n, frameCount: 10, lengthSeconds: 1, loop: n === 0 }));
  const words = new Uint32Array(2 * WORDS);
  const state = new CrowdState(clips, words, () => {});
  check("nothing fades at first", !state.anyFades);
  state.play(1, { index: 1, fadeSeconds: 0.25 });
  const told = [state.anyFades];
  for (let i = 0; i < 6; i += 1) {
    state.update(1 / 16);
    told.push(state.anyFades);
  }
  // One update longer than the fade: motion vectors use the previous picture.
  check("a fade counts until it was over for an update", told.join() === "true,true,true,true,true,false,false", told);
  state.play(0, { index: 1 });
  check("a cut is no fade", !state.anyFades);
  check("first frame, their number and whether it loops stand in an instance's words", words[7] === 10 && (words[0] & 0xffff) === 10 && words[WORDS + 7] === 10, [...words]);
  state.play(0, { index: 0 });
  check("a clip that loops says so", words[7] === 0x80000000, words[7]);
}

/** Twelve days and more: re-basing records moves nothing, in the middle of a fade too. */
async function rebasing() {
  const pack = await load("bone-half");
  const { clips } = pack.manifest;
  const state = stateOf(clips, 1);
  const twin = stateOf(clips, 1);
  const late = 2 ** 20 - 0.25; // The clock restarts at 2²⁰ s.
  state.update(late);
  state.play(0, { index: 0, startSeconds: 0 });
  twin.play(0, { index: 0, startSeconds: 0 });
  state.play(0, { index: 1, fadeSeconds: 0.4 });
  twin.play(0, { index: 1, fadeSeconds: 0.4 });
  let worst = 0;
  for (let i = 0; i < 64; i += 1) {
    state.update(1 / 64);
    twin.update(1 / 64);
    worst = Math.max(worst, distance(decodePositions(pack, state.momentOf(0)), decodePositions(pack, twin.momentOf(0))));
  }
  check("the clock started again", state.clock.ticks < 1024, state.clock);
  check("re-basing in a fade moves nothing", worst < 1e-4, worst);
}

/** Playing costs nothing, with a listener or without; a late listener gets events from then on. */
function unheard() {
  const looped = { name: "walk", frameBegin: 0, frameCount: 30, lengthSeconds: 0.8, loop: true, events: [] };
  looped.events = [0, 0.21, 0.5, 0.8].map((timeSeconds) => ({ name: `walk@${timeSeconds}`, timeSeconds }));
  const once = { ...looped, name: "hit", loop: false, events: looped.events.map(({ timeSeconds }) => ({ name: `hit@${timeSeconds}`, timeSeconds })) };
  const clips = [looped, once];
  const { next } = EventScheduler.prototype;
  let asked = 0;
  EventScheduler.prototype.next = function (...given) {
    asked += 1;
    return next.apply(this, given);
  };
  const askedFor = (count, listener) => {
    const state = stateOf(clips, count);
    for (let i = 0; i < count; i += 1) {
      state.play(i, { index: 0, startSeconds: 0.0013 * i });
    }
    asked = 0;
    for (let i = 0; i < 100; i += 1) {
      state.update(1 / 60, listener);
    }
    return asked;
  };
  check("without a listener no instance is looked at for events", askedFor(50) === 0 && askedFor(5000) === 0, [askedFor(50), askedFor(5000)]);
  let fired = 0;
  const looks = askedFor(500, () => (fired += 1));
  check("with one, as often as events come", fired > 1000 && looks === fired + 100, { looks, fired });
  EventScheduler.prototype.next = next;

  // A clip on its own clock, by the plain rule for one step of time.
  const speeds = [1, 0.37, -1, -0.61, 3, 900, -2500, 0];
  let worst = null;
  let heard = 0;
  for (const silent of [0.3, 5.7, 3600 * 72 + 0.1]) {
    const state = stateOf(clips, 2 * speeds.length);
    const starts = [];
    speeds.forEach((speed, i) => {
      starts.push(0.05 + 0.07 * i);
      state.play(i, { index: 0, speed, startSeconds: starts[i] });
      state.play(speeds.length + i, { index: 1, speed, startSeconds: starts[i] });
    });
    const tick = 1 / 1024;
    const from = Math.ceil(silent / 4 / tick) * 4 * tick;
    for (let i = 0; i < 4; i += 1) {
      state.update(from / 4);
    }
    const got = Array.from({ length: 2 * speeds.length }, () => []);
    for (let i = 0; i < 64; i += 1) {
      state.update(tick * 20, ({ instance, name, loop }) => got[instance].push(`${name} ${loop}`));
    }
    const to = from + 64 * 20 * tick;
    for (let i = 0; i < got.length; i += 1) {
      const speed = speeds[i % speeds.length];
      const clip = clips[Math.floor(i / speeds.length)];
      const at = (seconds) => {
        const position = starts[i % speeds.length] + seconds * speed;
        return clip.loop ? position : Math.min(Math.max(position, 0), clip.lengthSeconds);
      };
      // Half a tick at both ends, where whole ticks and seconds may differ.
      const wanted = (slack) => [...eventsBetween(clip, at(from - slack), at(to + slack))].map(({ name, loop }) => `${name} ${loop}`);
      const least = [...eventsBetween(clip, at(from + 2 * tick), at(to - 2 * tick))].length;
      const most = new Set(wanted(2 * tick));
      heard += got[i].length;
      // After days the rounding of steps accumulates: the number of events must be correct to a few ticks.
      const exact = from > 1000 ? got[i].length <= most.size + 1 + 0.001 * most.size : got[i].every((text) => most.has(text));
      if (!exact || got[i].length < least - (from > 1000 ? 1 + 0.001 * least : 0) || new Set(got[i]).size !== got[i].length) {
        worst = { clip: clip.name, speed, silent, got: got[i].slice(0, 4), wanted: wanted(0).slice(0, 4), lengths: [least, got[i].length, most.size] };
      }
    }
  }
  check("who listens late hears each event from then on, once", worst === null && heard > 10000, { heard, worst });

  // Two with the same commands; one always has a listener.
  const seen = [[], []];
  const twins = [0, 1].map(() => stateOf(clips, 40));
  twins.forEach((state, k) => {
    seed = 99;
    for (let i = 0; i < 40; i += 1) {
      state.play(i, { index: i % 2, speed: 4 * random() - 2, startSeconds: random() });
    }
    for (let i = 0; i < 400; i += 1) {
      const isHeard = Math.floor(i / 50) % 2 === 1;
      const listener = (event) => isHeard && seen[k].push(JSON.stringify(event));
      state.update(0.013, k === 0 || isHeard ? listener : undefined);
      if (i % 7 === 0) {
        state.play(i % 40, { index: i % 2, fadeSeconds: 0.3, speed: 1 + random() });
      }
    }
  });
  check("listening now and then changes nothing of what is heard", seen[0].length > 300 && seen[0].join() === seen[1].join(), seen.map(({ length }) => length));
}

/** The box of a crowd, and the amount of data read after one instance has moved. */
function bounds() {
  const readsFor = (count) => {
    let reads = 0;
    const spheres = new Float32Array(4 * count);
    const counted = new Proxy(spheres, {
      get: (array, at) => {
        reads += 1;
        return array[at];
      },
    });
    const crowd = new CrowdBounds(count, counted);
    const moved = (instance) => crowd.set(instance, { center: { x: 100 * random(), y: random(), z: -50 * random() }, radius: 0.5 + random() });
    for (let i = 0; i < count; i += 1) {
      moved(i);
    }
    crowd.box();
    let right = !crowd.isChanged;
    let most = 0;
    for (let k = 0; k < 50; k += 1) {
      moved(Math.floor(random() * count));
      right &&= crowd.isChanged;
      reads = 0;
      const box = crowd.box();
      most = Math.max(most, reads);
      const expected = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let i = 0; i < count; i += 1) {
        const [x, y, z, r] = spheres.subarray(4 * i, 4 * i + 4);
        [x, y, z].forEach((value, axis) => {
          expected[axis] = Math.min(expected[axis], value - r);
          expected[3 + axis] = Math.max(expected[3 + axis], value + r);
        });
      }
      right &&= box.every((value, i) => value === expected[i]);
    }
    return { right, most };
  };
  const few = readsFor(1000);
  const many = readsFor(20000);
  check("the box of a crowd is that of its instances", few.right && many.right);
  check("one that moves costs as much among 20,000 as among 1,000", many.most <= few.most && many.most > 0, { few: few.most, many: many.most });
}

/** Events of the players of Babylon.js, Babylon Lite and PlayCanvas come in the same updates as a crowd's. */
function playersAlike() {
  const events = [0, 0.0917, 0.41, 0.7003].map((timeSeconds, i) => ({ name: `e${i}`, timeSeconds }));
  const clips = [true, false].map((loop) => ({ name: loop ? "walk" : "hit", frameBegin: 0, frameCount: 30, lengthSeconds: 0.8, loop, events }));
  const state = stateOf(clips, 3);
  const players = new InstancePlayers(clips, 3);
  const played = [0, 0, 0];
  let starts = 0;
  const heard = [[], []];
  for (let i = 0; i < 3; i += 1) {
    state.play(i, { index: 0 });
    players.play(i, "walk");
  }
  for (let step = 0; step < 600; step += 1) {
    heard.forEach((list) => list.splice(0));
    // A listener added after the clip has begun gets its start as well.
    players.onEvent = ({ instance, name }) => heard[0].push(`${instance} ${name}`);
    const seconds = step % 9 === 0 ? 0 : Math.floor(1 + 150 * random()) / 1024;
    players.tick(seconds);
    state.update(seconds, ({ instance, index }) => heard[1].push(`${instance} ${clips[played[instance]].events[index].name}`));
    starts += heard[0].filter((text) => text.endsWith("e0")).length;
    const [mine, theirs] = heard.map((list) => [...list].sort().join());
    check(`events of players in update ${step}`, mine === theirs, { mine, theirs });
    players.onEvent = null;
    if (random() < 0.2) {
      const instance = Math.floor(3 * random());
      played[instance] = Math.floor(2 * random());
      const speed = [1, 0.731, -1, 1.63][Math.floor(4 * random())];
      state.play(instance, { index: played[instance], speed });
      players.play(instance, clips[played[instance]].name, { speed });
    }
  }
  check("starts among them", starts > 50, starts);
}

/** A new clip during a cross-fade waits for its end; the last waiting one plays; one without a fade cuts. */
function playersWait() {
  const clips = ["a", "b", "c", "d"].map((name) => ({ name, frameBegin: 0, frameCount: 30, lengthSeconds: 1, loop: true, events: [{ name: `start of ${name}`, timeSeconds: 0 }] }));
  const players = new InstancePlayers(clips, 1);
  const fired = [];
  players.onEvent = ({ name }) => fired.push(name);
  players.tick(0.25);
  check("a fade begins", players.play(0, "b", { fadeSeconds: 0.5 }) && players.shareOf(0) === 0);
  players.tick(0.25);
  check("another waits", !players.play(0, "c", { fadeSeconds: 0.5 }) && !players.play(0, "d", { fadeSeconds: 0.5 }) && players.playing[0].clip.name === "b" && players.shareOf(0) === 0.5);
  players.tick(0.375);
  const { clip, since } = players.playing[0];
  check("the last one that waited begins where the fade ended", clip.name === "d" && since === 0.75 && players.shareOf(0) === 0.25 && players.positionOf(0) === 0.125, { name: clip.name, since });
  check("what fades out goes on", players.fades[0].from.clip.name === "b" && players.positionIn(players.fades[0].from) === 0.625);
  check("its start is told in that update, in order", fired.join() === "start of a,start of b,start of d" || fired.join() === "start of b,start of d", fired);
  check("without a fade it cuts", players.play(0, "a") && players.shareOf(0) === 1 && players.fades[0] === null);
  players.tick(2);
  check("and nothing waits any more", players.playing[0].clip.name === "a");
}

/** Ends are told once, queued clips begin at the tick of the end, however time is cut up; crowds and players alike. */
function queues() {
  const events = [0, 0.2, 0.5].map((timeSeconds) => ({ name: `e${timeSeconds}`, timeSeconds }));
  const clips = [["idle", 0.5, true], ["hit", 0.5, false], ["jump", 0.75, false], ["pose", 0, false]].map(([name, lengthSeconds, loop]) => (
    { name, frameBegin: 0, frameCount: lengthSeconds > 0 ? 16 : 1, lengthSeconds, loop, events: lengthSeconds > 0 ? events : [] }));
  const number = (name) => clips.findIndex((clip) => clip.name === name);
  // The same format for both.
  const asState = (list) => {
    const state = stateOf(clips, 3);
    const onEvent = ({ instance, name }) => list.push(`${instance} ${clips[state.clipOf(instance)].name} ${name}`);
    const onFinished = ({ instance, clip }) => list.push(`${instance} ${clip} ended`);
    return {
      play: (i, name, options) => state.play(i, { index: number(name), ...options }),
      queue: (i, name, options) => state.queue(i, { index: number(name), ...options }),
      clear: (i) => state.clearQueue(i),
      update: (seconds) => state.update(seconds, onEvent, onFinished),
      finished: (i) => state.isFinished(i),
      clip: (i) => clips[state.clipOf(i)].name,
      seconds: (i) => (state.isFinished(i) ? 0 : state.secondsOf(i)),
    };
  };
  const asPlayers = (list) => {
    const players = new InstancePlayers([...clips], 3);
    players.onEvent = ({ instance, clip, name }) => list.push(`${instance} ${clip} ${name}`);
    players.onFinished = ({ instance, clip }) => list.push(`${instance} ${clip} ended`);
    return {
      play: (i, name, options) => players.play(i, name, options),
      queue: (i, name, options) => players.queue(i, name, options),
      clear: (i) => players.clearQueue(i),
      update: (seconds) => players.tick(seconds),
      finished: (i) => players.isFinished(i),
      clip: (i) => players.playing[i].clip.name,
      seconds: (i) => (players.isFinished(i) ? 0 : players.positionOf(i)),
    };
  };
  const told = [];
  for (const [kind, make] of [["a crowd's state", asState], ["players", asPlayers]]) {
    const runs = [1 / 64, 1 / 8, 4].map((step) => {
      const list = [];
      const crowd = make(list);
      crowd.play(0, "hit");
      crowd.queue(0, "jump");
      crowd.queue(0, "idle", { fadeSeconds: 0.25 });
      crowd.play(1, "idle", { startSeconds: 0.125 });
      crowd.queue(1, "hit", { speed: -1 });
      crowd.play(2, "hit", { speed: 0 });
      crowd.queue(2, "jump");
      for (let i = 0; i < 4 / step; i += 1) {
        crowd.update(step);
      }
      const last = [0, 1, 2].map((i) => `${crowd.clip(i)} ${crowd.seconds(i).toFixed(2)} ${crowd.finished(i)}`).join("; ");
      return { list: [0, 1, 2].map((i) => list.filter((text) => text.startsWith(`${i}`)).join("; ")), last };
    });
    const [fine, coarse, once] = runs.map(({ list }) => list);
    check(`${kind}: each clip begins when the one before has ended`, runs[0].last === "idle 2.75 false; hit 0.00 true; hit 0.00 false", runs[0].last);
    check(`${kind}: also in one step of 4 s`, runs.every(({ last }) => last === runs[0].last), runs.map(({ last }) => last));
    check(`${kind}: an end is told once, after its events`, fine[0].startsWith("0 hit e0; 0 hit e0.2; 0 hit e0.5; 0 hit ended; 0 jump e0; 0 jump e0.2; 0 jump e0.5; 0 jump ended; 0 idle e0"), fine[0]);
    check(`${kind}: a loop is played to its end`, fine[1].includes("1 idle e0.2; 1 idle e0.5; ") && fine[1].endsWith("1 hit e0.5; 1 hit e0.2; 1 hit e0; 1 hit ended"), fine[1]);
    check(`${kind}: what stands still never ends`, fine[2] === "2 hit e0", fine[2]);
    check(`${kind}: the same however time is cut up`, fine.join() === coarse.join() && fine.join() === once.join(), { coarse, once });
    told.push(fine.join());

    const list = [];
    const crowd = make(list);
    crowd.play(0, "hit");
    crowd.queue(0, "jump");
    crowd.clear(0);
    crowd.play(1, "hit");
    crowd.queue(1, "jump");
    crowd.play(1, "hit");
    crowd.play(2, "pose");
    crowd.queue(2, "hit");
    crowd.update(0.75);
    check(`${kind}: clearing a queue, and another play(), forget it`, crowd.clip(0) === "hit" && crowd.finished(0) && crowd.clip(1) === "hit", list);
    check(`${kind}: a clip without length ends at once`, crowd.clip(2) === "hit" && list.includes("2 pose ended"), list);
    crowd.queue(0, "idle");
    check(`${kind}: behind a clip that has ended, one begins now`, crowd.clip(0) === "idle" && crowd.seconds(0) === 0 && !crowd.finished(0));
    crowd.update(1);
    check(`${kind}: ends are told once`, list.filter((text) => text === "1 hit ended").length === 1, list);
  }
  check("players tell the same as a crowd's state", told[0] === told[1], told);

  // Layers end with their clip, held ones too.
  const state = stateOf(clips, 2);
  state.masks = [{ weights: [1], anchors: [-1] }];
  state.playLayer(0, { index: 1, mask: 0, hold: true });
  state.playLayer(1, { index: 1, mask: 0, fadeSeconds: 0.125 });
  const ends = [];
  for (let i = 0; i < 16; i += 1) {
    state.update(1 / 16, undefined, ({ instance, layer, clip, tick }) => ends.push(`${instance} ${layer} ${clip} ${tick}`));
  }
  check("the end of a layer's clip is told", ends.join() === "0 true hit 512,1 true hit 512" && state.layerOf(0) !== null && state.layerOf(1) === null, ends);

  // A call-back that plays another clip each time does not stall the update.
  const busy = stateOf(clips, 1);
  let calls = 0;
  busy.play(0, { index: 3 });
  busy.update(1, undefined, () => {
    calls += 1;
    busy.play(0, { index: 3 });
  });
  check("what a call-back plays ends in the next update", calls >= 1 && calls <= 2, calls);
}

/** A section shows the frames of its clip, tells its events and travels its way. */
async function sections() {
  const pack = await load("bone-half");
  const { clips } = pack.manifest;
  for (const source of clips.filter(({ frameCount, lengthSeconds }) => frameCount > 8 && lengthSeconds > 0)) {
    const steps = source.loop ? source.frameCount : source.frameCount - 1;
    const frame = source.lengthSeconds / steps;
    for (const loop of [false, true]) {
      const part = clipSection(source, "part", 2.3 * frame, 6.1 * frame, loop);
      const all = [source, part];
      const state = stateOf(all, 2);
      const shift = part.section.fromSeconds;
      let worst = 0;
      // A loop blends its last frame into its first, unlike its clip.
      const end = loop ? part.lengthSeconds - frame : part.lengthSeconds;
      for (let t = 0; t <= end; t += frame / 3) {
        state.play(0, { index: 0, speed: 0, startSeconds: shift + t });
        state.play(1, { index: 1, speed: 0, startSeconds: t });
        worst = Math.max(worst, distance(decodePositions(pack, state.momentOf(0)), decodePositions(pack, state.momentOf(1))));
      }
      check(`${source.name}, loop ${loop}: a section shows its clip's frames`, worst < 2e-3 && Math.abs(shift - 2 * frame) < 1e-9 && Math.abs(part.lengthSeconds - 4 * frame) < 1e-9, { worst, shift });
    }
  }
  const track = { x: [0, 0.1, 0.5, 0.4, 1], z: [0, 1, 1.5, 2, 2.5], yawRadians: [0, 0.3, 0.9, 1, 1.2] };
  const events = [0, 0.25, 0.4, 0.5, 0.75].map((timeSeconds) => ({ name: `e${timeSeconds}`, timeSeconds }));
  const walk = { name: "walk", frameBegin: 10, frameCount: 4, lengthSeconds: 1, loop: true, events, rootMotion: { mode: "extract", track } };
  const part = clipSection(walk, "part", 0.25, 0.75);
  const loop = clipSection(walk, "loop", 0.25, 0.75, true);
  check("events of a section", part.events.map(({ name, timeSeconds }) => `${name} ${timeSeconds.toFixed(2)}`).join() === "e0.25 0.00,e0.4 0.15,e0.5 0.25,e0.75 0.50" && loop.events.length === 3, part.events);
  check("frames of a section", part.frameBegin === 11 && part.frameCount === 3 && loop.frameCount === 2 && !part.loop && loop.loop, part);
  const samples = rootTrack(walk);
  let off = 0;
  for (let t = 0; t <= 0.5; t += 0.05) {
    // The path from the section's start, in the character's space there: as 3 × 3 matrices of the plane.
    const matrix = ({ x, z, yaw }) => [Math.cos(yaw), Math.sin(yaw), x, z];
    const [c, s, x, z] = matrix(rootMotionAt(walk, samples, 0.25));
    const to = rootMotionAt(walk, samples, 0.25 + t);
    const [dx, dz] = [to.x - x, to.z - z];
    const way = rootMotionAt(part, rootTrack(part), t);
    off = Math.max(off, Math.abs(way.x - (c * dx - s * dz)), Math.abs(way.z - (s * dx + c * dz)), Math.abs(way.yaw - to.yaw + rootMotionAt(walk, samples, 0.25).yaw));
  }
  check("root motion of a section", off < 1e-12, off);
  for (const [from, to] of [[-0.1, 0.5], [0.5, 0.5], [0.5, 1.2], [0.5, 0.55], [NaN, 1]]) {
    let said = "";
    try {
      clipSection(walk, "part", from, to);
    } catch (error) {
      said = error.message;
    }
    check(`no section from ${from} to ${to}`, said.includes("section"), said);
  }
  const players = new InstancePlayers([walk], 1);
  players.addSection("part", "walk", 0.25, 0.75);
  players.play(0, "part");
  players.queue(0, "walk");
  players.tick(0.75);
  check("players play sections", players.playing[0].clip === walk && players.positionOf(0) === 0.25);
}

await fades("bone-half");
await fades("vertex-half");
await fades("vertex-offset16-folded");
for (const name of ["bone-float-folded", "bone-quaternion-half", "bone-quaternion-float-folded", "vertex-basis"]) {
  await allAtOnce(name);
}
events();
unheard();
playersAlike();
playersWait();
queues();
await sections();
anyFades();
bounds();
travel();
await rebasing();
failures.forEach((failure) => console.error(`FAIL: ${failure}`));
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
