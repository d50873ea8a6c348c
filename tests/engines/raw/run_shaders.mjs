// run_shaders.mjs VULKAN|BROWSER VECTORS MADE SCRATCH [SPIRV_RUNNER]: the decoders in GLSL and HLSL, compiled by glslang
// and executed on the software Vulkan device, or the one in WGSL, executed in headless Chromium. Compares vertices,
// sockets, cross-fades and a crowd's frames with core's test vectors (tests/vectors), for every encoding, both pixel
// formats, plain and folded packs, and tangents with FORMAT.md, rewritten here. MADE: the folder of the decoders that
// cmake/decoders.cmake makes. Exit code 77 if a requirement is missing.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { halfToNumber, masksOf, readPack } from "../../../resources/engines/web/index.js";
import { BrowserTest, needs, serve } from "../browser.mjs";

const [where, vectors, made, scratch, runner] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const sources = path.join(here, "../../../resources/engines/raw");
const read = (file) => JSON.parse(readFileSync(path.join(vectors, file), "utf8"));

let checked = 0;
const failures = [];
function same(what, actual, expected, tolerance) {
  checked += 1;
  if (!actual.every((x, i) => Math.abs(x - expected[i]) <= tolerance)) {
    failures.push(`${what}: ${actual.join(" ")}, expected ${expected.join(" ")}`);
  }
}

const axesOf = ([x, y, z, w]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
  [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
  [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (v) => v.map((x) => x / Math.hypot(...v));

/** Indices of the functions in shaders/run.* for a vertex and a socket, by encoding. */
const VERTEX = { matrix3x4: 0, positionNormal: 1, basis: 4, quaternion: 5, offset16: 6 };

/** Requests of 28 numbers, each with a check of its result of 16. */
class Requests {
  checks = [];
  bytes = [];

  constructor({ width, rowsPerFrame, frameCount, elementCount, texelsPerElement, frameTable }) {
    this.#add({ u: [width, rowsPerFrame, frameCount * rowsPerFrame, elementCount * texelsPerElement] });
    this.#add({ u: [frameTable?.row ?? 0, 0, 0, 0] });
  }

  #add({ u, f }) {
    this.bytes.push(new Uint8Array(u ? new Uint32Array(u).buffer : new Float32Array(f).buffer));
  }

  push({ a, b, c = [0, 0, 0, 0], d = [0, 0, 0, 0], e = [0, 0, 0, 0], f = [0, 0, 0, 0], g = [0, 0, 0, 0] }, check) {
    this.#add({ u: a });
    this.#add({ u: b });
    this.#add({ f: c });
    this.#add({ f: d });
    this.#add({ f: e });
    this.#add({ u: f });
    this.#add({ f: g });
    this.checks.push(check);
  }

  get data() {
    return Buffer.concat(this.bytes);
  }
}

const bits = new DataView(new ArrayBuffer(4));
function floatBits(value) {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}

function ofPack(pack, entry) {
  const { manifest, mesh } = pack;
  const requests = new Requests(manifest.texture);
  const bone = manifest.mode === "bone";
  const { shapeCount = 0, frameCount, rowsPerFrame } = manifest.texture;
  const at = (key, size, vertex) => Array.from(mesh.attributes[key].subarray(size * vertex, size * vertex + size));
  const moments = [
    ...entry.shown.map((shown) => ({ shown, from: shown.frames, to: shown.frames, share: 0 })),
    ...entry.fades.map((shown) => ({ shown, from: shown.from, to: shown.to, share: shown.share })),
  ];
  for (const { shown, from, to, share } of moments) {
    const what = `${entry.pack} at ${from}, ${to}, ${share}`;
    const a = [from[0], from[1], floatBits(from[2]), floatBits(share)];
    const b = (kind) => [to[0], to[1], floatBits(to[2]), kind];
    for (const { vertex, position, normal } of shown.vertices) {
      const bindNormal = at("NORMAL", 3, vertex);
      // Any tangent perpendicular to the bind pose's normal.
      const along = Math.abs(bindNormal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
      const tangent = unit(along.map((x, i) => x - bindNormal[i] * dot(bindNormal, along)));
      const request = { a, b: b(VERTEX[manifest.encoding]), c: [...at("POSITION", 3, vertex), 0], d: [...bindNormal, 0], e: [...tangent, 1] };
      if (bone) {
        request.f = at("_BONE_INDEX", 4, vertex);
        request.g = at("_BONE_WEIGHT", 4, vertex);
      } else {
        request.f = [mesh.attributes._VERTEX_INDEX[vertex], shapeCount, frameCount * rowsPerFrame, 3 * manifest.sockets.length];
      }
      requests.push(request, (r) => {
        same(`${what}, vertex ${vertex}`, r.slice(0, 3), position, 3e-5);
        same(`${what}, normal ${vertex}`, r.slice(4, 7), normal, 3e-4);
        same(`${what}, length of tangent ${vertex}`, [Math.hypot(...r.slice(8, 11))], [1], 1e-4);
        if (!bone) {
          const n = normal;
          const together = 1 + dot(bindNormal, n);
          if (together > 1e-3) {
            const sum = bindNormal.map((x, i) => x + n[i]);
            const turned = tangent.map((x, i) => x - (sum[i] * dot(sum, tangent)) / together + 2 * n[i] * dot(bindNormal, tangent));
            same(`${what}, tangent ${vertex}`, r.slice(8, 11), unit(turned.map((x, i) => x - n[i] * dot(n, turned))), 2e-3);
          }
        }
      });
    }
    shown.sockets.forEach((expected, i) => {
      const socket = manifest.sockets[i];
      const turns = manifest.encoding === "quaternion";
      const first = turns ? socket.bone : bone ? 3 * socket.bone : manifest.texture.texelsPerElement * manifest.texture.elementCount + 3 * i;
      requests.push({ a, b: b(turns ? 7 : 2), c: [...socket.position, 0], e: socket.rotation, f: [first, 0, 0, 0], g: [...socket.scale, 0] }, (r) => {
        const [x, y, z] = axesOf(expected.rotation);
        same(`${what}, socket ${i}, X`, r.slice(0, 3), x, 1e-4);
        same(`${what}, socket ${i}, Y`, r.slice(4, 7), y, 1e-4);
        same(`${what}, socket ${i}, Z`, r.slice(8, 11), z, 1e-4);
        same(`${what}, socket ${i}, position`, r.slice(12, 15), expected.position, 3e-5);
      });
    });
  }
  return requests;
}

/** Layers on the masks of a pack; the entry is one of layers.json. */
function addLayers(requests, { manifest, mesh }, entry) {
  const masks = masksOf(manifest);
  const turns = manifest.encoding === "quaternion";
  const at = (key, size, vertex) => Array.from(mesh.attributes[key].subarray(size * vertex, size * vertex + size));
  entry?.masks.forEach(({ name, shown: moments }, number) => {
    const { weights, anchors } = masks[number];
    const word = (bone) => bone | ((anchors[bone] + 1) << 16);
    for (const shown of moments) {
      const what = `${entry.pack}, mask ${name}, ${shown.base} under ${shown.layer} by ${shown.share}`;
      const a = [shown.base[0], shown.base[1], floatBits(shown.base[2]), floatBits(shown.share)];
      const b = (kind) => [shown.layer[0], shown.layer[1], floatBits(shown.layer[2]), kind];
      for (const { vertex, position, normal } of shown.vertices) {
        const bones = at("_BONE_INDEX", 4, vertex);
        const request = { a, b: b(turns ? 9 : 8), c: [...at("POSITION", 3, vertex), 0], d: [...at("NORMAL", 3, vertex), 0] };
        request.e = bones.map((bone) => weights[bone]);
        request.f = bones.map(word);
        request.g = at("_BONE_WEIGHT", 4, vertex);
        requests.push(request, (r) => {
          same(`${what}, vertex ${vertex}`, r.slice(0, 3), position, 1e-4);
          same(`${what}, normal ${vertex}`, r.slice(4, 7), normal, 1e-3);
        });
      }
      shown.sockets.forEach((expected, i) => {
        const { bone, position, rotation, scale } = manifest.sockets[i];
        const request = { a, b: b(turns ? 11 : 10), c: [...position, weights[bone]], e: rotation, f: [word(bone), 0, 0, 0], g: [...scale, 0] };
        requests.push(request, (r) => {
          const [x, y, z] = axesOf(expected.rotation);
          same(`${what}, socket ${i}, X`, r.slice(0, 3), x, 4e-4);
          same(`${what}, socket ${i}, Y`, r.slice(4, 7), y, 4e-4);
          same(`${what}, socket ${i}, Z`, r.slice(8, 11), z, 4e-4);
          same(`${what}, socket ${i}, position`, r.slice(12, 15), expected.position, 1e-4);
        });
      });
    }
  });
}

/** The integer clock: bit-identical. */
function addCrowd(requests) {
  const { clips, records, fades } = read("crowd.json");
  for (const entry of records) {
    const clip = clips[entry.clip];
    const count = clip.lengthSeconds > 0 ? clip.frameCount : 1;
    const loops = clip.loop && clip.lengthSeconds > 0 ? 1 : 0;
    let record = entry.record;
    for (const shown of entry.shown) {
      record = shown.rebasedTo ?? record;
      const what = `crowd, ${clip.name}, speed ${entry.speed}, at ${shown.seconds} s`;
      const request = { a: [clip.frameBegin, count, loops, 0], b: [record[0], record[1] >>> 0, record[2], 3] };
      requests.push({ ...request, f: [...shown.clock, 0, 0] }, (r) => same(what, r.slice(0, 3), shown.frames, 0));
      requests.push({ ...request, f: [...shown.clock, 1, 0] }, (r) =>
        same(`${what}, stepped`, r.slice(0, 3), [shown.frames[0], shown.frames[0], 0], 0));
    }
  }
  for (const { startTicks, durationTicks, clock, share } of fades) {
    requests.push({ a: [0, 1, 0, startTicks], b: [0, 0, 0, 3], f: [...clock, 0, durationTicks] }, (r) =>
      same(`fade of ${durationTicks} at ${clock}`, [r[4]], [share], 1e-6));
  }
}

const shaders = [];
let page;
let test;
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
if (where === "VULKAN") {
  if (spawnSync("glslangValidator", ["--version"]).error) {
    console.log("skipped: needs glslangValidator (glslang-tools)");
    process.exit(77);
  }
  const glsl = path.join(scratch, "glsl.spv");
  const hlsl = path.join(scratch, "hlsl.spv");
  execFileSync("glslangValidator", ["--target-env", "vulkan1.1", `-I${sources}`, path.join(here, "shaders/run.comp"), "-o", glsl]);
  execFileSync("glslangValidator", ["-D", "--target-env", "vulkan1.1", "-e", "main", "-S", "comp", `-I${made}`, path.join(here, "shaders/run.hlsl"), "-o", hlsl]);
  shaders.push(["GLSL", glsl], ["HLSL", hlsl]);
} else {
  const modules = needs(here, [], []);
  test = new BrowserTest(modules, null);
  page = await test.start();
  copyFileSync(path.join(made, "texeleton_decode.wgsl"), path.join(scratch, "texeleton_decode.wgsl"));
  for (const file of ["run.wgsl", "page.html"]) {
    copyFileSync(path.join(here, "shaders", file), path.join(scratch, file));
  }
  shaders.push(["WGSL", null]);
}

async function execute(spirv, { width, height, half, data, requests }) {
  const groups = requests.checks.length;
  writeFileSync(path.join(scratch, "requests"), requests.data);
  if (spirv) {
    const texels = half ? Float32Array.from(data, halfToNumber) : data;
    writeFileSync(path.join(scratch, "texels"), Buffer.from(texels.buffer, texels.byteOffset, texels.byteLength));
    const out = path.join(scratch, "results");
    const ran = spawnSync(runner, [spirv, "--groups", `${groups}`, "--texture", "0", path.join(scratch, "texels"), `${width}`, `${height}`,
      "--buffer", "1", path.join(scratch, "requests"), "--out", "2", `${64 * groups}`, out], { encoding: "utf8" });
    if (ran.status === 77) {
      console.log(`skipped: ${ran.stderr}`);
      process.exit(77);
    }
    if (ran.status !== 0) {
      throw new Error(ran.stderr);
    }
    const bytes = readFileSync(out);
    return Array.from(new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
  }
  writeFileSync(path.join(scratch, "texels"), Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  return test.call("run", { width, height, format: half ? "rgba16float" : "rgba32float", groups });
}

if (page) {
  const { address } = await serve({ "/": scratch });
  await page.goto(`${address}/page.html`);
  await page.waitForFunction(() => window.tests);
}
const layers = read("layers.json").packs;
for (const entry of ["decoded.json", "encodings.json", "uneven.json"].flatMap((file) => read(file).packs)) {
  const pack = await readPack(async (file) => {
    const bytes = readFileSync(path.join(vectors, entry.pack, file));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  });
  const { width, height, pixelFormat } = pack.manifest.texture;
  const requests = ofPack(pack, entry);
  addLayers(requests, pack, layers.find((each) => each.pack === entry.pack));
  addCrowd(requests);
  for (const [language, spirv] of shaders) {
    const results = await execute(spirv, { width, height, half: pixelFormat === "rgba16f", data: pack.texels.data, requests });
    if (!results) {
      console.log("skipped: this browser has no WebGPU");
      process.exit(77);
    }
    const before = failures.length;
    requests.checks.forEach((check, i) => check(results.slice(16 * i, 16 * i + 16)));
    console.log(`${language}, ${entry.pack}: ${requests.checks.length} results, ${failures.length - before} failures`);
  }
}
await test?.browser.close();
failures.push(...(test?.failures ?? []));
for (const failure of failures.slice(0, 20)) {
  console.error(failure);
}
console.log(`${checked - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && checked > 0 ? 0 : 1);
