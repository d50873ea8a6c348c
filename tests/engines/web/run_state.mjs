// run_state.mjs VECTORS: what a crowd's instances play (resources/engines/web/crowd_state.js): nothing jumps however fades
// are interrupted, events, root motion, re-basing. Exit code 1 when something does not hold.
import { readFile } from "node:fs/promises";
import path from "node:path";

import { CrowdState, WORDS, decodePositions, decodeVertex, readPack, rootMotionAt, rootTrack } from "../../../resources/engines/web/index.js";

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

/** A generator that gives the same numbers every time. */
let seed = 12345;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

async function fades(name) {
  const pack = await load(name);
  const { clips } = pack.manifest;
  // The fastest that a vertex of any clip moves in a step, and how far apart two poses may be.
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

  // All vertices at once as one by one.
  const moment = state.momentOf(0);
  const one = Array.from({ length: before.length / 3 }, (_, vertex) => decodeVertex(pack, vertex, moment).position).flat();
  check(`${name}: decodePositions() gives what decodeVertex() gives`, distance(one, decodePositions(pack, moment)) < 1e-6);
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

  // The last one asked for counts, and a cut does not wait.
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

/** Twelve days and more: what is shown goes on where records are re-based, in the middle of a fade too. */
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

await fades("bone-half");
await fades("vertex-half");
events();
travel();
await rebasing();
failures.forEach((failure) => console.error(`FAIL: ${failure}`));
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
