// run_godot.mjs CLI PICTURES [vectors|projects|everything|materials|renderers|bench]: exports of the godot target in
// the real engine. Exit code 77: the browser or the packages are missing (`npm ci` in this folder installs them).
// "renderers" needs an installed Godot: TEXELETON_GODOT=/usr/bin/godot.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { decodeSocket, decodeVertex, readPack, sampleClip } from "../../../resources/engines/web/index.js";
import { filesOf, missing, padded, run, runNative, variant } from "./godot.mjs";
import { materialsGltf, materialsTask } from "./materials_model.mjs";

const [cli, pictures, only] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const lacking = missing();
if (lacking) {
  console.log(`skipped: needs ${lacking}`);
  process.exit(77);
}
const models = process.env.TEXELETON_MODELS ?? path.join(root, "../shared/models");
const work = mkdtempSync(path.join(tmpdir(), "texeleton-godot-"));
const site = path.join(work, "site");
const failures = [];
let passed = 0;
const check = (what, holds, detail = "") => {
  console.log(`${holds ? "PASS" : "FAIL"}: ${what} ${typeof detail === "string" ? detail : JSON.stringify(detail)}`);
  passed += holds ? 1 : 0;
  if (!holds) failures.push(what);
};
const exported = (source, into, ...options) =>
  execFileSync(cli, ["export", source, "--engine", "godot", "-o", into, "--quiet", ...options], { stdio: ["ignore", "inherit", "pipe"] });
const bake = (name, model, ...options) => {
  const pack = path.join(work, `${name}.texpack`);
  execFileSync(cli, ["bake", model, "-o", pack, "--quiet", ...options], { stdio: ["ignore", "inherit", "pipe"] });
  return pack;
};

/** Files of a Godot project: this test's, an export (Godot ignores names that begin with a dot), and more. */
function project(folder, task, more = new Map()) {
  const files = filesOf(path.join(here, "project"));
  for (const [name, bytes] of filesOf(folder)) {
    if (!name.startsWith(".")) files.set(name, bytes);
  }
  for (const [name, bytes] of more) files.set(name, bytes);
  files.set("task.bin", variant(task));
  return files;
}

async function play(what, files, { renderer, ...options } = {}) {
  const all = { shot: (name) => (pictures ? path.join(pictures, `godot-${name}.png`) : null), ...options };
  const result = await (renderer ? runNative(files, renderer, all) : run(files, all));
  for (const line of result.lines) {
    if (/^(PASS|FAIL): /.test(line)) {
      check(`${what}: ${line.slice(6)}`, line.startsWith("PASS"));
    } else if (!/^(DONE|Godot Engine|OpenGL API|Build configuration|TOTAL)/.test(line)) {
      console.log(`  ${line}`);
    }
  }
  check(`${what}: the engine reports no error and comes to the end`, result.done && result.errors.length === 0, result.errors.slice(0, 12).join("\n  "));
  return result;
}

/** The same with two events in every clip, named after the clip, so that events of another clip are noticed. */
const bakeWithEvents = (name, model, ...options) => {
  const { clips } = JSON.parse(readFileSync(path.join(bake(name, model, ...options), "manifest.json"), "utf8"));
  const events = (clip) => [0.25, 0.6].map((share, i) => ({ name: `step_${i}`, timeSeconds: share * clip.lengthSeconds, parameter: clip.name }));
  const file = path.join(work, `${name}.events.json`);
  writeFileSync(file, JSON.stringify({ clips: Object.fromEntries(clips.filter((clip) => clip.lengthSeconds > 0).map((clip) => [clip.name, events(clip)])) }));
  return bake(name, model, ...options, "--events", file);
};

/** The vertices of mesh.glb in each surface, numbered as in the export: those of a primitive, ascending. */
function surfacesOf(pack) {
  const glb = readFileSync(path.join(pack, "mesh.glb"));
  const jsonBytes = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + jsonBytes).toString());
  const bin = glb.subarray(20 + jsonBytes + 8);
  return json.meshes[0].primitives.map(({ indices }) => {
    const accessor = json.accessors[indices];
    const view = json.bufferViews[accessor.bufferView];
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const numbers = new Set();
    for (let i = 0; i < accessor.count; i += 1) numbers.add(bin.readUInt32LE(start + 4 * i));
    return [...numbers].sort((a, b) => a - b);
  });
}

/** The test vectors as a task with its files. */
function vectors() {
  const folder = path.join(root, "tests/vectors");
  const read = (file) => JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  const decoded = read("decoded.json");
  const encodingOf = ({ pack }) => JSON.parse(readFileSync(path.join(folder, pack, "manifest.json"), "utf8")).encoding;
  const isPlayed = (entry) => ["matrix3x4", "positionNormal"].includes(encodingOf(entry));
  const uneven = read("uneven.json").packs;
  decoded.packs.push(...uneven.filter(isPlayed));
  for (const { pack } of [...read("encodings.json").packs, ...uneven.filter((entry) => !isPlayed(entry))]) {
    const encoding = encodingOf({ pack });
    let said = "";
    try {
      exported(path.join(folder, pack), path.join(work, "refused"));
    } catch (error) {
      said = String(error.stderr);
    }
    check(`vectors: ${pack} is refused by its encoding's name`, said.includes(`the encoding ${encoding}`), said.trim());
  }
  const surfaces = {};
  for (const { pack } of decoded.packs) {
    exported(path.join(folder, pack), path.join(work, "vectors"));
    surfaces[pack] = surfacesOf(path.join(folder, pack));
  }
  const more = new Map();
  for (const [name, bytes] of filesOf(path.join(work, "vectors"))) {
    if (name.startsWith("texeleton/")) more.set(`vectors/${name}`, bytes);
  }
  const task = {
    names: ["vectors"], ticker: read("ticker.json"), crowd: read("crowd.json"), schedule: read("schedule.json"),
    rootMotion: read("root-motion.json"), canary: read("canary.json"), layers: read("layers.json"), decoded, surfaces, long: Boolean(process.env.TEXELETON_LONG),
  };
  return { task, more };
}

/** The JavaScript decoder's results: vertices of level 0, normals and sockets at some moments and in a fade. */
async function expectedOf(pack) {
  const read = await readPack(async (file) => {
    const bytes = readFileSync(path.join(pack, file));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  });
  const surfaces = surfacesOf(pack);
  const { clips, sockets } = read.manifest;
  const steps = surfaces.map((numbers) => Math.max(1, Math.floor(numbers.length / 30)));
  const moments = [];
  for (let i = 0; i < 5; i += 1) {
    const clip = clips[i % clips.length];
    const next = clips[(i + 1) % clips.length];
    const seconds = clip.lengthSeconds * [0, 0.21, 0.5, 0.77, 0.93][i];
    const toSeconds = next.lengthSeconds * 0.4;
    const moment = { from: sampleClip(clip, seconds) };
    if (i === 3) Object.assign(moment, { to: sampleClip(next, toSeconds), share: 0.25 });
    const vertices = surfaces.flatMap((numbers, surface) =>
      numbers.filter((_, number) => number % steps[surface] === 0).map((vertex, place) => ({ surface, place, ...decodeVertex(read, vertex, moment) })),
    );
    moments.push({
      clip: clip.name, seconds, ...(i === 3 ? { to: next.name, toSeconds } : {}), vertices,
      sockets: sockets.map(({ name }, socket) => ({ name, ...decodeSocket(read, socket, moment) })),
    });
  }
  return { moments, steps, sockets: sockets.length, events: clips.filter((clip) => clip.events.length > 0).map(firedOf) };
}

/** Events of a clip that plays from its start: [name, parameter, seconds in the clip], in order. */
function firedOf(clip) {
  const seconds = clip.loop ? 2.4 * clip.lengthSeconds : 1.1 * clip.lengthSeconds;
  const fired = [];
  for (let loop = 0; loop === 0 || (clip.loop && loop * clip.lengthSeconds < seconds); loop += 1) {
    for (const { name, parameter, timeSeconds } of clip.events) {
      if (loop * clip.lengthSeconds + timeSeconds <= seconds) fired.push([name, parameter, timeSeconds]);
    }
  }
  return { clip: clip.name, seconds, fired };
}

/** The same character mirrored: in its clips, not at rest, the node above its joints mirrors X. */
function mirroredGlb(bytes) {
  const jsonBytes = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + jsonBytes).toString());
  const children = new Set(json.nodes.flatMap((node) => node.children ?? []));
  const roots = json.nodes.map((_, i) => i).filter((i) => !children.has(i));
  json.nodes.push({ name: "mirror", children: roots });
  json.scenes[json.scene ?? 0].nodes = [json.nodes.length - 1];
  const bin = padded(bytes.subarray(28 + jsonBytes), 4);
  const keys = Buffer.from(new Float32Array([0, 100, -1, 1, 1, -1, 1, 1]).buffer);
  json.bufferViews.push({ buffer: 0, byteOffset: bin.length, byteLength: keys.length });
  const view = json.bufferViews.length - 1;
  json.accessors.push(
    { bufferView: view, componentType: 5126, count: 1, type: "SCALAR", min: [0], max: [0] },
    { bufferView: view, byteOffset: 8, componentType: 5126, count: 1, type: "VEC3" },
  );
  for (const { samplers, channels } of json.animations) {
    channels.push({ sampler: samplers.length, target: { node: json.nodes.length - 1, path: "scale" } });
    samplers.push({ input: json.accessors.length - 2, output: json.accessors.length - 1, interpolation: "STEP" });
  }
  json.buffers[0].byteLength = bin.length + keys.length;
  const text = padded(Buffer.from(JSON.stringify(json)), 4, 0x20);
  const chunk = (type, body) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(body.length, 0);
    head.writeUInt32LE(type, 4);
    return Buffer.concat([head, body]);
  };
  const body = Buffer.concat([chunk(0x4e4f534a, text), chunk(0x004e4942, Buffer.concat([bin, keys]))]);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(12 + body.length, 8);
  return Buffer.concat([head, body]);
}

/** A task with all characters of the check, the importer and the scenes. */
async function everything() {
  const samples = path.join(root, "resources/samples");
  // Folded frames, vertex mode, many meshes and materials, variants, levels of detail, root motion.
  const characters = [["knight-vertex", path.join(samples, "lantern-knight.glb"), "--mode", "vertex", "--max-size", "2048", "--expose", "weapon.*"], ["banner", path.join(samples, "banner.glb"), "--mode", "vertex"]];
  if (existsSync(models)) {
    characters.push(
      ["fox", path.join(models, "fox.glb"), "--lod", "0.5,0.2", "--pixel-format", "rgba32f", "--expose", ".*(Head|Hand|Foot).*"],
      ["kaykit", path.join(models, "kaykit-knight.glb"), "--clip", "Walking_A", "--clip", "Idle", "--max-size", "128", "--variant", "full=.*", "--variant", "bare=Knight_(Body|Head|Arm.*|Leg.*)", "--expose", "handslot.*"],
      ["robot", path.join(models, "robot.dae"), "--max-size", "1024", "--expose", ".*"],
      ["warrior", path.join(models, "blender-warrior.fbx"), "--expose", ".*"],
      ["travel", path.join(models, "kaykit-knight.glb"), "--clip", "Dodge_Backward", "--clip", "Idle", "--root-motion", "extract"],
    );
  }
  if (existsSync(models)) {
    const clip = ["--clip", "#1", "--scale", "0.01"];
    writeFileSync(path.join(work, "mirrored.glb"), mirroredGlb(readFileSync(path.join(models, "fox.glb"))));
    characters.push(["plain", path.join(models, "fox.glb"), ...clip], ["mirrored", path.join(work, "mirrored.glb"), ...clip]);
  }
  for (const [name, model, ...options] of characters) {
    exported(bakeWithEvents(name, model, ...options), site);
  }
  // The plain one is for comparison: it has the fox's vertices.
  const names = ["knight", ...characters.map(([name]) => name).filter((name) => name !== "plain")];
  const expected = {};
  const exposes = new Set(["knight", ...characters.filter(([, , ...options]) => options.includes("--expose")).map(([name]) => name)]);
  for (const name of names) {
    expected[name] = { ...(await expectedOf(path.join(site, ".texeleton", `${name}.texpack`))), exposes: exposes.has(name) };
  }
  const scenes = ["colors", ...(existsSync(models) ? ["mirrored"] : []), "knights", "events", "queues", "motion_vectors", "canary", "preview", "exported", ...(existsSync(models) ? ["variants", "lods", "root"] : [])];
  exportMaterials(site);
  return {
    names: ["check", "import", "scene", "materials"], check_files: names.map((name) => `res://texeleton/${name}.texgodot`),
    expected, scenes, lights: ["directional", "spot", "omni"], materials: materialsTask(),
  };
}

/** The character of materials_model.mjs in both modes. */
function exportMaterials(into) {
  const model = path.join(work, "materials.gltf");
  writeFileSync(model, materialsGltf());
  exported(bake("materials-bone", model), into);
  exported(bake("materials-vertex", model, "--mode", "vertex"), into);
}

async function materialsIn(renderer) {
  const folder = path.join(work, "materials");
  exportMaterials(folder);
  const task = { names: ["materials"], materials: materialsTask() };
  await play(`materials, ${renderer ?? "web"}`, project(folder, task), { seconds: 200, size: { width: 64, height: 48 }, renderer });
}

/** Two characters in one project, exported again: the same bytes; the user's edits and foreign files stay. */
function projects() {
  const samples = path.join(root, "resources/samples");
  const folder = path.join(work, "project");
  const banner = bake("banner", path.join(samples, "banner.glb"), "--mode", "vertex");
  const knight = path.join(work, "knight.texpack");
  const both = (into) => [knight, banner].forEach((pack) => exported(pack, into));
  const same = (a, b) => a.size === b.size && [...a].every(([name, bytes]) => b.has(name) && bytes.equals(b.get(name)));
  both(folder);
  both(path.join(work, "project-2"));
  const first = filesOf(folder);
  check("two exports have the same bytes", same(first, filesOf(path.join(work, "project-2"))));
  check("one add-on for two characters", [...first.keys()].filter((name) => name.endsWith("plugin.cfg")).length === 1 && first.has("texeleton/knight.texgodot") && first.has("texeleton/banner.texgodot"));
  check("Godot sees no EXR, GLB or PNG of the packs", [...first.keys()].every((name) => name.startsWith(".") || !/\.(exr|glb|png)$/.test(name)));
  both(folder);
  check("exporting again changes nothing", same(first, filesOf(folder)));
  const edited = path.join(folder, "addons/texeleton/shaders/material.gdshaderinc");
  writeFileSync(edited, "// mine\n");
  writeFileSync(path.join(folder, "player.gd"), "extends Node\n");
  both(folder);
  check("what the user edited is kept", readFileSync(edited, "utf8") === "// mine\n");
  check("a foreign file stays", readFileSync(path.join(folder, "player.gd"), "utf8") === "extends Node\n");
}

/** By hand, `run_godot.mjs CLI "" bench`: see project/bench.gd. COUNT, SKELETONS, ROUNDS, PICTURES: amounts. */
async function bench() {
  const fox = path.join(models, "fox.glb");
  exported(bake("fox", fox, "--scale", "0.01"), site);
  const number = (name, standard) => Number(process.env[name] ?? standard);
  const skeletons = (process.env.SKELETONS ?? "50,200").split(",").map(Number);
  const task = { names: ["bench"], count: number("COUNT", 10000), skeletons, rounds: 1 + number("ROUNDS", 3), pictures: number("PICTURES", 1) };
  const size = { width: 64, height: 48 };
  await play("bench", project(site, task, new Map([["fox.source.glb", readFileSync(fox)]])), { seconds: 900, size, unlimited: true });
}

try {
  if (pictures) mkdirSync(pictures, { recursive: true });
  const samples = path.join(root, "resources/samples");
  exported(bake("knight", path.join(samples, "lantern-knight.glb"), "--fps", "60", "--expose", "weapon.*", "--events", path.join(samples, "lantern-knight.events.json")), site);
  if (!only || only === "projects") projects();
  // All in one run of the engine.
  const { task: ofVectors, more } = !only || only === "vectors" ? vectors() : { task: { names: [] }, more: new Map() };
  const ofCharacters = !only || only === "everything" ? await everything() : { names: [] };
  const names = [...ofVectors.names, ...ofCharacters.names];
  if (names.length > 0) {
    // Errors that the test provokes: unknown names, damaged textures.
    const expectErrors = /there is no clip|cannot be played|at: push_error|decompress|err != 1|GDScript backtrace|\[\d+\] /;
    const seconds = process.env.TEXELETON_LONG ? 3000 : 1000;
    await play("engine", project(site, { ...ofVectors, ...ofCharacters, names }, more), { seconds, size: { width: 480, height: 300 }, expectErrors });
  }
  if (only === "materials") await materialsIn();
  if (process.env.TEXELETON_GODOT && (!only || only === "renderers")) {
    for (const renderer of ["gl_compatibility", "forward_plus", "mobile"]) await materialsIn(renderer);
  }
  if (only === "bench") await bench();
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && passed > 0 ? 0 : 1);
