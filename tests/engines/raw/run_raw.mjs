// run_raw.mjs CLI VECTORS SCRATCH EXAMPLE PICTURES PLAYER…: texeleton_pack.h, as compiled into each PLAYER
// (raw_player.c), against core's test vectors (tests/vectors), for exported packs, and on damaged packs. Exit code 1 if
// they differ.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";

const [cli, vectors, scratch, example, pictures, ...players] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(path.join(vectors, file), "utf8"));

const commands = [];
/** Checks of the answers to commands, in order. @type {((numbers: number[]) => void)[]} */
const checks = [];
let checked = 0;
let failures = [];

function same(what, actual, expected, tolerance = 0) {
  checked += 1;
  const equal =
    actual.length === expected.length &&
    actual.every((x, i) => x === expected[i] || Math.abs(x - expected[i]) <= tolerance);
  if (!equal) {
    failures.push(`${what}: ${actual.join(" ")}, expected ${expected.join(" ")}`);
  }
}

const tell = (...words) => commands.push(words.join(" "));
function ask(words, check) {
  tell(...words);
  checks.push(check);
}

const tellClip = (number, clip) =>
  tell("clip", number, clip.frameBegin ?? 0, clip.frameCount, clip.lengthSeconds, clip.loop ? 1 : 0,
    clip.events?.length ?? 0, ...(clip.events ?? []).map(({ timeSeconds }) => timeSeconds));

function ticker() {
  const { clips, runs } = read("ticker.json");
  clips.forEach((clip, i) => tellClip(i, clip));
  runs.forEach((run, number) => {
    const what = `ticker run ${number} (${clips[run.clip].name}, speed ${run.speed})`;
    ask(["play", run.clip, run.speed, run.startSeconds ?? "nan"], ([, ...rest]) => {
      same(`${what}, frames at the start`, rest.slice(0, 3), run.framesAtStart, 1e-7);
      same(`${what}, events at the start`, rest.slice(3), run.firedAtStart.flat());
    });
    run.steps.forEach((step, i) => {
      const at = `${what}, step ${i} ${JSON.stringify(step)}`;
      const checkPlace = ([position, ...frames]) => {
        same(`${at}, position`, [position], [step.positionSeconds]);
        same(`${at}, frames`, frames.slice(0, 3), step.frames, 1e-7);
      };
      if ("seek" in step) {
        ask(["seek", step.seek], checkPlace);
      } else if ("speed" in step) {
        ask(["speed", step.speed], checkPlace);
      } else {
        ask(["tick", step.tick, step.times ?? 1], (answer) => {
          checkPlace(answer);
          same(`${at}, number of events`, [answer[4]], [step.firedCount]);
          if (step.fired && (step.fired.length > 0 || step.firedCount === 0)) {
            same(`${at}, events`, answer.slice(5), step.fired.flat());
          }
        });
      }
    });
  });
}

function crowd() {
  const { clips, records, fades, rebaseTicks } = read("crowd.json");
  clips.forEach((clip, i) => tellClip(i, clip));
  for (const entry of records) {
    const what = `crowd record of ${clips[entry.clip].name}, speed ${entry.speed}, from ${entry.startSeconds}`;
    ask(["record", entry.clip, entry.speed, entry.startSeconds, entry.nowTicks], (answer) => same(what, answer, entry.record));
    let base = 0;
    for (const shown of entry.shown) {
      if (shown.rebasedTo) {
        const ticks = Math.floor(shown.seconds * 1024);
        if (ticks - base < rebaseTicks) {
          failures.push(`${what}: re-based too early`);
        }
        ask(["rebase", entry.clip, entry.speed, ticks - base], (answer) => same(`${what}, re-based`, answer, shown.rebasedTo));
        base = ticks;
      }
      ask(["shown", entry.clip, shown.seconds, base], (answer) => {
        same(`${what}, clock at ${shown.seconds} s`, answer.slice(0, 2), shown.clock);
        same(`${what}, frames at ${shown.seconds} s`, answer.slice(2), shown.frames);
      });
    }
  }
  for (const { startTicks, durationTicks, clock, share } of fades) {
    ask(["fade", startTicks, durationTicks, ...clock], (answer) => same(`fade of ${durationTicks} at ${clock}`, answer, [share], 1e-7));
  }
}

/** Events of a crowd by due time. */
function schedule() {
  const { clips, steps } = read("schedule.json");
  clips.forEach((clip, i) => tellClip(i, clip));
  steps.forEach((step, i) => {
    if ("set" in step) {
      tell("set", step.set, step.clip, step.speed, step.startSeconds, step.nowTicks, step.fireAtStart === false ? 0 : 1);
    } else if ("remove" in step) {
      tell("remove", step.remove);
    } else {
      ask(["due", step.nowTicks], ([, ...fired]) => same(`schedule, step ${i}`, fired, step.fired.flat()));
    }
  });
}

function rootMotion() {
  for (const entry of read("root-motion.json").cases) {
    tellClip(0, entry);
    tell("track", entry.track.length, ...entry.track.flat());
    for (const at of entry.at) {
      const close = 1e-9 * Math.max(1, ...at.sample.map(Math.abs), ...at.step.map(Math.abs));
      ask(["root", 0, at.fromSeconds, at.seconds], (answer) => {
        same(`root motion at ${at.seconds} s`, answer.slice(0, 4), at.sample, close);
        same(`root motion from ${at.fromSeconds} to ${at.seconds} s`, answer.slice(4), at.step, close);
      });
    }
  }
}

/** Ends are told once, at the first tick of the last pose, and what waits begins there. Ticks by hand: 1,024 are a second; a step of 0.75 s is rounded down, so it takes 769 of them. */
function sequences() {
  const events = [0, 0.2, 0.5].map((timeSeconds) => ({ timeSeconds }));
  const clips = [["idle", 0.5, true], ["hit", 0.5, false], ["jump", 0.75, false], ["pose", 0, false], ["odd", 0.7, false]];
  clips.forEach(([, lengthSeconds, loop], i) => tellClip(i, { frameBegin: 10, frameCount: lengthSeconds ? 16 : 1, lengthSeconds, loop, events: lengthSeconds ? events : [] }));
  const [idle, hit, jump, pose, odd] = clips.keys();
  const [ended, began] = [0, 1];
  const play = (clip, speed, now, start = "nan") => ask(["sequence", 1, clip, speed, start, now], () => {});
  const queue = (clip, speed, now, fits = 1) => ask(["sequence", 0, clip, speed, "nan", now], (answer) => same(`queue of ${clips[clip][0]} at ${now}`, answer, [fits]));
  const changes = (now, finished, ...expected) => ask(["changes", now], (answer) => same(`changes up to ${now}`, answer, [finished, ...expected]));
  for (const way of ["in one step", "in many"]) {
    play(hit, 1, 100);
    queue(jump, 1, 100);
    queue(idle, 1, 200);
    queue(idle, 1, 200, 0); // No capacity.
    changes(611, 0);
    if (way === "in one step") {
      changes(1500, 0, ended, 612, hit, began, 612, jump, ended, 1381, jump, began, 1381, idle);
    } else {
      changes(612, 0, ended, 612, hit, began, 612, jump);
      changes(1380, 0);
      changes(1381, 0, ended, 1381, jump, began, 1381, idle);
    }
  }
  queue(hit, -1, 2000); // At the end of the loop that began at 1,381 and is at 1.2 turns.
  changes(2404, 0);
  changes(5000, 0, began, 2405, hit, ended, 2917, hit);
  queue(jump, 1, 6000);
  changes(6000, 1, began, 6000, jump);
  queue(hit, 1, 6100);
  tell("clear");
  changes(9000, 0, ended, 6769, jump);
  changes(9001, 1);
  play(hit, 0, 0);
  queue(jump, 1, 0);
  changes(1e9, 0);
  play(pose, 1, 10);
  queue(hit, 1, 10);
  changes(10, 0);
  changes(11, 0, ended, 10, pose, began, 10, hit);
  // The last pose is shown at the end, and not a tick before.
  for (const [clip, speed, start, now] of [[hit, 1, 0, 77], [jump, 1.3, 0.1, 12345], [odd, 0.37, 0, 5], [odd, -1.7, 0.6, 99], [odd, 9.1, 0, 3]]) {
    play(clip, speed, now, start);
    ask(["changes", 1e8], ([, kind, tick, which]) => {
      same(`the end of ${clips[clip][0]} at ${speed}`, [kind, which], [ended, clip]);
      const [, length] = clips[clip];
      const exact = now + ((speed > 0 ? length - start : start) / Math.abs(speed)) * 1024;
      same(`the tick of it: ${tick}, by its length ${exact}`, [tick >= exact - 1 && tick <= exact + 1.5 ? 1 : 0], [1]);
    });
    ask(["record", clip, speed, start, now], () => {});
    const last = speed > 0 ? 25 : 10;
    const end = now + Math.ceil(((speed > 0 ? clips[clip][1] - start : start) / Math.abs(speed)) * 1024);
    ask(["shown", clip, (end + 1) / 1024, 0], ([, , current, , fraction]) => same(`the pose at the end of ${clips[clip][0]}`, [current, fraction], [last, 0]));
    ask(["shown", clip, (end - 2) / 1024, 0], ([, , current, , fraction]) => same(`the pose before it`, [current + fraction !== last ? 1 : 0], [1]));
  }
}

/** A section has the frames, events and way of its clip from its start on. */
function sections() {
  const samples = [[0, 0, 0, 0], [0.1, 0, 1, 0.3], [0.5, 0, 1.5, 0.9], [0.4, 0, 2, 1], [1, 0, 2.5, 1.2]];
  tellClip(0, { frameBegin: 10, frameCount: 4, lengthSeconds: 1, loop: true, events: [0, 0.25, 0.4, 0.5, 0.75].map((timeSeconds) => ({ timeSeconds })) });
  tell("track", samples.length, ...samples.flat());
  const way = (to) => {
    // In the space of frame 1: as a rotation of the plane.
    const [x, , z, yaw] = samples[1];
    const [dx, dz] = [samples[to][0] - x, samples[to][2] - z];
    return [Math.cos(yaw) * dx - Math.sin(yaw) * dz, 0, Math.sin(yaw) * dx + Math.cos(yaw) * dz, samples[to][3] - yaw];
  };
  ask(["section", 0, 0.26, 0.74, 0], (answer) => same("a section", answer, [1, 11, 3, 0.5, 0, 4, 0, 0.15, 0.25, 0.5, ...way(1), ...way(2), ...way(3)], 1e-12));
  ask(["section", 0, 0.25, 0.75, 1], (answer) => same("one that loops", answer, [1, 11, 2, 0.5, 1, 3, 0, 0.15, 0.25, ...way(1), ...way(2), ...way(3)], 1e-12));
  ask(["section", 0, 0.25, 1, 1], (answer) => same("one to the end of a loop", answer.slice(0, 5), [1, 11, 3, 0.75, 1]));
  ask(["section", 0, 0.25, 1, 0], (answer) => same("one to its last frame", answer.slice(0, 5), [1, 11, 3, 0.5, 0]));
  for (const [from, to] of [[-0.1, 0.5], [0.5, 0.5], [0.5, 1.2], [0.5, 0.55], ["nan", 1]]) {
    ask(["section", 0, from, to, 0], ([fits]) => same(`no section from ${from} to ${to}`, [fits], [0]));
  }
}

/** The columns of the rotation of a quaternion (x, y, z, w). */
const axesOf = ([x, y, z, w]) => [
  1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w),
  2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
  2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y),
];

function packs() {
  const layers = read("layers.json").packs;
  let seed = 7;
  for (const entry of ["decoded.json", "encodings.json", "uneven.json"].flatMap((file) => read(file).packs)) {
    const name = path.basename(entry.pack, ".texpack");
    const folder = path.join(scratch, name);
    mkdirSync(folder, { recursive: true });
    const copy = path.join(scratch, `${name}.texpack`);
    cpSync(path.join(vectors, entry.pack), copy, { recursive: true });
    execFileSync(cli, ["export", copy, "--engine", "raw", "-o", folder, "--quiet"]);
    for (const [again, option] of [["again", []], ["packed", ["--option", "zstandard"]]]) {
      execFileSync(cli, ["export", copy, "--engine", "raw", "-o", `${folder}-${again}`, "--quiet", ...option]);
    }
    for (const file of [`${name}.texbin`, `${name}.ktx2`]) {
      const [a, b] = [folder, `${folder}-again`].map((place) => readFileSync(path.join(place, file)));
      same(`${file} twice`, [a.equals(b) ? 1 : 0], [1]);
    }
    const refusesPacked = 7; // TEXELETON_PACKED_TEXTURE
    ask(["pack", path.join(folder, `${name}.texbin`), path.join(`${folder}-packed`, `${name}.ktx2`)], ([status]) =>
      same(`${name}, compressed`, [status], [refusesPacked]));
    ask(["pack", path.join(folder, `${name}.texbin`), path.join(folder, `${name}.ktx2`)], ([status, vertices]) =>
      same(`${name} opens`, [status, vertices > 0 ? 1 : 0], [0, 1]));
    const moments = [
      ...entry.shown.map((shown) => ({ shown, moment: [...shown.frames, ...shown.frames, 0] })),
      ...entry.fades.map((shown) => ({ shown, moment: [...shown.from, ...shown.to, shown.share] })),
    ];
    for (const { shown, moment } of moments) {
      const what = `${name} at ${moment}`;
      tell("moment", ...moment);
      for (const { vertex, position, normal } of shown.vertices) {
        ask(["vertex", vertex], (answer) => {
          same(`${what}, vertex ${vertex}`, answer.slice(0, 3), position, 3e-5);
          same(`${what}, normal ${vertex}`, answer.slice(3), normal, 3e-4); // Weights are 16-bit shares.
        });
      }
      shown.sockets.forEach((expected, i) => {
        ask(["socket", i], (answer) => {
          same(`${what}, socket ${i}, position`, answer.slice(0, 3), expected.position, 2e-5);
          same(`${what}, socket ${i}, axes`, answer.slice(3, 12), axesOf(expected.rotation), 5e-5);
          same(`${what}, socket ${i}, scale`, answer.slice(12), expected.scale, 2e-5);
        });
      });
    }
    layers.find(({ pack }) => pack === entry.pack)?.masks.forEach(({ name: mask, anchors, shown: shownOfMask }, number) => {
      for (const shown of shownOfMask) {
        const what = `${name}, mask ${mask}, ${shown.base} under ${shown.layer} by ${shown.share}`;
        tell("moment", ...shown.base, ...shown.base, 0);
        ask(["layer", ...shown.layer, shown.share, number], (answer) => same(`${what}, anchors`, answer, anchors));
        for (const { vertex, position, normal } of shown.vertices) {
          ask(["vertex", vertex], (answer) => {
            same(`${what}, vertex ${vertex}`, answer.slice(0, 3), position, 1e-4);
            same(`${what}, normal ${vertex}`, answer.slice(3), normal, 1e-3);
          });
        }
        shown.sockets.forEach((expected, i) => {
          ask(["socket", i], (answer) => {
            same(`${what}, socket ${i}, position`, answer.slice(0, 3), expected.position, 1e-4);
            same(`${what}, socket ${i}, axes`, answer.slice(3, 12), axesOf(expected.rotation), 4e-4);
            same(`${what}, socket ${i}, scale`, answer.slice(12), expected.scale, 1e-4);
          });
        });
      }
    });
    // Damage must be detected when opening, or be harmless: the player runs under sanitizers. Every number of the
    // tables in a pack of each mode, every fourth in the others, whose tables have the same layout.
    const step = ["bone-half", "vertex-half"].includes(name) ? 1 : 4;
    ask(["damage", seed++, 1500 / step, step], ([accepted, refused]) =>
      same(`${name}, damaged`, [accepted > 500 / step ? 1 : 0, refused > 3000 / step ? 1 : 0], [1, 1]));
  }
}

/** The pixels of an RGB PNG without filters, as the example writes it. */
function pixelsOf(file) {
  const bytes = readFileSync(file);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const length = bytes.readUInt32BE(33);
  const lines = inflateSync(bytes.subarray(41, 41 + length));
  return { width, height, at: (x, y) => lines.subarray(y * (3 * width + 1) + 1 + 3 * x).subarray(0, 3) };
}

/**
 * The example draws six different poses on an empty background. It prints the events of the clip, each once.
 */
function picture(name, model, clip, events) {
  const folder = path.join(scratch, "samples");
  execFileSync(cli, ["export", model, "--engine", "raw", "-o", folder, "--quiet"]);
  const file = path.join(pictures, `raw-${name}.png`);
  mkdirSync(pictures, { recursive: true });
  const told = execFileSync(example, [path.join(folder, name), file, clip], { encoding: "utf8" });
  same(`${name}, events`, told.trimEnd().split("\n").filter(Boolean).map((line) => line.split(" ")[1]), events);
  const { width, height, at } = pixelsOf(file);
  const poses = new Set();
  for (let pose = 0; pose < 6; pose += 1) {
    let shape = "";
    let drawn = 0;
    for (let y = 0; y < height; y += 4) {
      for (let x = (pose * width) / 6; x < ((pose + 1) * width) / 6; x += 4) {
        const isDrawn = at(x, y)[0] !== 44;
        shape += isDrawn ? "#" : ".";
        drawn += isDrawn ? 1 : 0;
      }
    }
    same(`${name}, pose ${pose} covers a part of the picture`, [drawn > 200 && drawn < 4000 ? 1 : 0], [1]);
    poses.add(shape);
  }
  same(`${name}, different poses`, [poses.size >= 5 ? 1 : 0], [1]);
}

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
ticker();
crowd();
schedule();
rootMotion();
sequences();
sections();
packs();

const samples = path.join(vectors, "../../resources/samples");
picture("lantern-knight", path.join(samples, "lantern-knight.glb"), "Walk", ["footstep_l", "footstep_r"]);
const banner = path.join(scratch, "banner.texpack");
execFileSync(cli, ["bake", path.join(samples, "banner.glb"), "--mode", "vertex", "-o", banner, "--quiet"]);
picture("banner", banner, "Storm", []);
let failed = failures.length;
failures.forEach((failure) => console.error(failure));
/** The output of a player, and its exit code. */
function played(player) {
  return new Promise((resolve) => {
    const run = spawn(player);
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"]) {
      run[stream].setEncoding("utf8").on("data", (text) => (said[stream] += text));
    }
    run.on("close", (status, signal) => resolve({ ...said, status, signal }));
    run.stdin.on("error", () => {}).end(commands.join("\n")); // A player that ends early reports the reason on stderr.
  });
}

for (const [player, run] of await Promise.all(players.map(async (each) => [each, await played(each)]))) {
  checked = 0;
  failures = [];
  const lines = run.stdout.trimEnd().split("\n");
  if (run.status !== 0 || lines.length !== checks.length) {
    failures.push(`${player} ended with ${run.status ?? run.signal} after ${lines.length} of ${checks.length} answers\n${run.stderr}`);
  } else {
    checks.forEach((check, i) => check(lines[i].trim().split(/\s+/).map(Number)));
  }
  for (const failure of failures.slice(0, 15)) {
    console.error(failure);
  }
  console.log(`${path.basename(player)}: ${checked - failures.length} passed, ${failures.length} failed`);
  failed += failures.length + (checked === 0 ? 1 : 0);
}
process.exit(failed === 0 ? 0 : 1);
