// run_vectors.mjs VECTORS: the web run-time against core's test vectors (tests/vectors). Exit code 1 if they differ.
import { readFile } from "node:fs/promises";
import path from "node:path";

import {
  AnimationTicker,
  CrowdState,
  EventScheduler,
  WORDS,
  canaryTexels,
  crowdFrames,
  crowdRecord,
  crowdTime,
  decodePositions,
  decodeSocket,
  decodeVertex,
  diagnoseCanary,
  fadeShare,
  layerMask,
  masksOf,
  readPack,
  rebased,
  rootMotionAt,
  rootMotionBetween,
} from "../../../resources/engines/web/index.js";

const folder = process.argv[2];
const read = async (file) => JSON.parse(await readFile(path.join(folder, file), "utf8"));

let checked = 0;
const failures = [];

function same(what, actual, expected, tolerance = 0) {
  checked += 1;
  const [a, b] = [actual, expected].map((value) => (Array.isArray(value) ? value.flat(3) : [value]));
  const equal =
    a.length === b.length &&
    a.every((x, i) => x === b[i] || (typeof x === "number" && Math.abs(x - b[i]) <= tolerance));
  if (!equal) {
    failures.push(`${what}: ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
  }
}

const framesOf = ({ current, next, fraction }) => [current, next, fraction];
const framesFrom = ([current, next, fraction]) => ({ current, next, fraction });

async function ticker() {
  const { clips, runs } = await read("ticker.json");
  runs.forEach((run, number) => {
    const what = `ticker run ${number} (${clips[run.clip].name}, speed ${run.speed})`;
    const player = new AnimationTicker();
    const atStart = player.play(clips[run.clip], run.speed, run.startSeconds ?? undefined);
    same(`${what}, at the start`, [...atStart].map(({ index, loop }) => [index, loop]), run.firedAtStart);
    same(`${what}, frames at the start`, framesOf(player.frames), run.framesAtStart, 1e-7);
    run.steps.forEach((step, i) => {
      const at = `${what}, step ${i} ${JSON.stringify(step)}`;
      if ("seek" in step) {
        player.seek(step.seek);
      } else if ("speed" in step) {
        player.speed = step.speed;
      } else {
        let count = 0;
        let fired = null;
        for (let n = step.times ?? 1; n > 0; n -= 1) {
          fired = player.tick(step.tick);
          count += fired.count;
        }
        same(`${at}, events`, count, step.firedCount);
        if (step.fired && (step.fired.length > 0 || step.firedCount === 0)) {
          same(`${at}, which events`, [...fired].map(({ index, loop }) => [index, loop]), step.fired);
        }
      }
      same(`${at}, position`, player.positionSeconds, step.positionSeconds);
      same(`${at}, frames`, framesOf(player.frames), step.frames, 1e-7);
    });
  });
}

async function crowd() {
  const { clips, records, fades, rebaseTicks } = await read("crowd.json");
  for (const entry of records) {
    const clip = clips[entry.clip];
    const what = `crowd record of ${clip.name}, speed ${entry.speed}, from ${entry.startSeconds}`;
    let record = crowdRecord(clip, entry.speed, entry.startSeconds, entry.nowTicks);
    same(what, [record.phase, record.stepHigh, record.stepLow], entry.record);
    let base = 0;
    for (const shown of entry.shown) {
      const time = crowdTime(shown.seconds);
      if (time.ticks - base >= rebaseTicks) {
        record = rebased(record, clip, entry.speed, time.ticks - base);
        base = time.ticks;
        same(`${what}, re-based`, [record.phase, record.stepHigh, record.stepLow], shown.rebasedTo);
      }
      const clock = { ticks: time.ticks - base, rest: time.rest };
      same(`${what}, clock at ${shown.seconds} s`, [clock.ticks, clock.rest], shown.clock);
      same(`${what}, frames at ${shown.seconds} s`, framesOf(crowdFrames(clip, record, clock)), shown.frames);
    }
  }
  for (const { startTicks, durationTicks, clock, share } of fades) {
    const actual = fadeShare(startTicks, durationTicks, { ticks: clock[0], rest: clock[1] });
    same(`fade of ${durationTicks} ticks at ${clock}`, actual, share, 1e-7);
  }
}

async function schedule() {
  const { clips, steps } = await read("schedule.json");
  const scheduler = new EventScheduler();
  steps.forEach((step, i) => {
    if ("set" in step) {
      scheduler.set(step.set, clips[step.clip], step.speed, step.startSeconds, step.nowTicks, step.fireAtStart);
    } else if ("remove" in step) {
      scheduler.remove(step.remove);
    } else {
      const fired = [];
      for (let event = scheduler.next(step.nowTicks); event; event = scheduler.next(step.nowTicks)) {
        fired.push([event.instance, event.tick, event.index, event.loop]);
      }
      same(`schedule, step ${i}`, fired, step.fired);
    }
  });
}

async function rootMotion() {
  const { cases } = await read("root-motion.json");
  const sampleOf = ({ x, y, z, yaw }) => [x, y, z, yaw];
  for (const entry of cases) {
    const samples = entry.track.map(([x, y, z, yaw]) => ({ x, y, z, yaw }));
    for (const at of entry.at) {
      // Sums are large after days: the tolerance is relative.
      const close = 1e-9 * Math.max(1, ...at.sample.map(Math.abs), ...at.step.map(Math.abs));
      same(`root motion at ${at.seconds} s`, sampleOf(rootMotionAt(entry, samples, at.seconds)), at.sample, close);
      const step = rootMotionBetween(entry, samples, at.fromSeconds, at.seconds);
      same(`root motion from ${at.fromSeconds} to ${at.seconds} s`, sampleOf(step), at.step, close);
    }
  }
}

const packOf = (name) =>
  readPack(async (file) => {
    const bytes = await readFile(path.join(folder, name, file));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  });

/** Vertices and sockets of a moment; `loose`: a layer's inverse adds rounding. */
function sameShown(pack, what, moment, shown, loose = 1) {
  for (const expected of shown.vertices) {
    const { position, normal } = decodeVertex(pack, expected.vertex, moment);
    same(`${what}, vertex ${expected.vertex}`, position, expected.position, 2e-5 * loose);
    same(`${what}, normal ${expected.vertex}`, normal, expected.normal, 2e-4 * loose);
  }
  shown.sockets.forEach((expected, i) => {
    const { position, rotation, scale } = decodeSocket(pack, i, moment);
    same(`${what}, socket ${i}, position`, position, expected.position, 2e-5 * loose);
    const sign = Math.sign(rotation.reduce((sum, part, k) => sum + part * expected.rotation[k], 0));
    same(`${what}, socket ${i}, rotation`, rotation.map((part) => part * sign), expected.rotation, 2e-5 * loose);
    same(`${what}, socket ${i}, scale`, scale, expected.scale, 2e-5 * loose);
  });
}

async function packs() {
  const all = (await Promise.all(["decoded.json", "encodings.json", "uneven.json"].map(read))).flatMap((file) => file.packs);
  for (const entry of all) {
    const pack = await packOf(entry.pack);
    const moments = [
      ...entry.shown.map((shown) => ({ shown, moment: { from: framesFrom(shown.frames) } })),
      ...entry.fades.map((shown) => ({
        shown,
        moment: { from: framesFrom(shown.from), to: framesFrom(shown.to), share: shown.share },
      })),
    ];
    for (const { shown, moment } of moments) {
      sameShown(pack, `${entry.pack} at ${JSON.stringify(moment)}`, moment, shown);
    }
  }
}

async function canary() {
  const { texels, damages, cases } = await read("canary.json");
  for (const format of ["rgba16f", "rgba32f"]) {
    same(`canary of ${format}`, canaryTexels(format), texels[format], 1e-4);
  }
  const words = new Map(damages.map(({ name, text, mend }) => [name, `${text} ${mend}`]));
  for (const { what, exported, width, height, texels: seen, names } of cases) {
    const found = diagnoseCanary(exported, { width, height }, (x, y) => {
      const at = 4 * (y * width + x);
      return seen.slice(at, at + 4);
    });
    const where = `canary, ${what}, ${JSON.stringify(exported)}`;
    same(where, found.map(({ name }) => name).join(" "), names.join(" "));
    found.forEach(({ name, text, mend }) => same(`${where}, words`, `${text} ${mend}`, words.get(name)));
  }
}

/** Layers on packs' masks, and the fading of an instance's layer. */
async function layers() {
  const { packs: entries, clips, runs } = await read("layers.json");
  for (const entry of entries) {
    const pack = await packOf(entry.pack);
    const masks = masksOf(pack.manifest);
    entry.masks.forEach(({ name, anchors, shown: moments }, number) => {
      const mask = masks[number];
      same(`${entry.pack}, mask ${number}`, mask.name, name);
      same(`${entry.pack}, anchors of ${name}`, mask.anchors, anchors);
      for (const shown of moments) {
        const moment = { from: framesFrom(shown.base), over: { frames: framesFrom(shown.layer), share: shown.share, mask } };
        sameShown(pack, `${entry.pack}, mask ${name}, base ${shown.base}, layer ${shown.layer}, ${shown.share}`, moment, shown, 4);
        const together = decodePositions(pack, moment);
        for (const { vertex, position } of shown.vertices) {
          same(`${entry.pack}, mask ${name}, all vertices, ${vertex}`, [...together.subarray(3 * vertex, 3 * vertex + 3)], position, 8e-5);
        }
      }
    });
  }
  runs.forEach(({ steps }, number) => {
    const state = new CrowdState(clips, new Uint32Array(WORDS), () => {});
    state.masks = [layerMask([{ parent: -1 }], [1])];
    steps.forEach((step, i) => {
      const what = `layers, run ${number}, step ${i} ${JSON.stringify(step).slice(0, 80)}`;
      if (step.play) {
        state.play(0, { index: step.play.clip, speed: step.play.speed });
      } else if (step.playLayer) {
        const { clip, ...options } = step.playLayer;
        state.playLayer(0, { index: clip, mask: 0, ...options });
      } else if ("stopLayer" in step) {
        state.stopLayer(0, step.stopLayer);
      } else {
        const fired = [];
        state.update(step.update, ({ layer, tick, index, loop }) => fired.push([layer ? 1 : 0, tick, index, loop]));
        same(`${what}, events`, fired, step.fired);
        const { over } = state.momentOf(0);
        same(`${what}, share`, over?.share ?? 0, step.layer?.share ?? 0, 1e-6);
        same(`${what}, has a layer`, state.layerOf(0) !== null, step.layer !== null);
        if (over) {
          same(`${what}, frames`, framesOf(over.frames), step.layer.frames, 1e-7);
        }
      }
    });
  });
}

await ticker();
await crowd();
await schedule();
await rootMotion();
await canary();
await packs();
await layers();
for (const failure of failures.slice(0, 20)) {
  console.error(failure);
}
console.log(`${checked - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && checked > 0 ? 0 : 1);
