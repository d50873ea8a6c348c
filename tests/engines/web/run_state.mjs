// run_state.mjs VECTORS: the state of a crowd's instances (resources/engines/web/crowd_state.js): continuous motion
// however fades are interrupted, events, root motion, re-basing. Exit code 1 if a check fails.
import { readFile } from "node:fs/promises";
import path from "node:path";

import { CrowdBounds } from "../../../resources/engines/three/crowd_bounds.js";
import { InstancePlayers } from "../../../resources/engines/web-crowd/instance_players.js";
import { CrowdState, EventScheduler, WORDS, decodePositions, decodeVertex, eventsBetween, readPack, rootMotionAt, rootTrack } from "../../../resources/engines/web/index.js";

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

  // The last requested clip counts, and a cut does not wait.
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
  const late = 2 ** 20 - 0.25; // The clock starts again at 2²⁰ s.
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

  // Two with the same commands; one has a listener all the time.
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
    // A listener that is added after the clip has begun gets its start as well.
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
anyFades();
bounds();
travel();
await rebasing();
failures.forEach((failure) => console.error(`FAIL: ${failure}`));
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
