// run_openvat.mjs CLI REPOSITORY SCRATCH: files of the target `openvat`, evaluated with the arithmetic of OpenVAT's
// published GLSL template and of its Unity graph (simple), rewritten in this script, against the pack decoded by the
// web run-time (which the test vectors compare with core's). The readers for engines are not run: they need Unity and
// Godot (Blender's: run_openvat_blender.py). The Khronos validator checks the glTF. Exit code 1 if something differs.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { decodeVertex, halfToNumber, readPack } from "../../../resources/engines/web/index.js";
import { readExr } from "../../../resources/engines/web/exr.js";
import { readGlb } from "../../../resources/engines/web/glb.js";

const [cli, repository, scratch] = process.argv.slice(2);
const validator = await import("gltf-validator").catch(() => null);
let checked = 0;
const failures = [];
function check(what, holds, detail) {
  checked += 1;
  if (!holds) {
    failures.push(`${what}: ${JSON.stringify(detail)}`);
  }
}

const bufferOf = (file) => {
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));

/** A texture with rows in file order, sampled at the nearest texel. */
class Texture {
  constructor(exr) {
    Object.assign(this, exr);
  }

  at(x, y) {
    const begin = 4 * (y * this.width + x);
    return [0, 1, 2].map((i) => (this.type === "half" ? halfToNumber(this.data[begin + i]) : this.data[begin + i]));
  }

  /** v counts from the top, as in Godot; it repeats. */
  fromTop(u, v) {
    const whole = (x, size) => ((Math.floor(x * size) % size) + size) % size;
    return this.at(whole(u, this.width), whole(v, this.height));
  }

  /** v counts from the bottom, as in Unity. */
  fromBottom(u, v) {
    return this.fromTop(u, 1 - v);
  }
}

const lerp = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);
const remap = (texel, min, max) => texel.map((x, i) => min[i] + x * (max[i] - min[i]));

/** OpenVAT's GLSL template: positions. UV2 and VERTEX are those of the glTF. */
function glslTemplate(texture, { Min, Max, Frames }, uv2, vertex, frameTime) {
  const time = frameTime - Frames * Math.floor(frameTime / Frames);
  const current = Math.floor(time);
  const next = (current + 1) % Frames;
  const step = 1 / texture.height;
  const a = texture.fromTop(uv2[0], uv2[1] + current * step);
  const b = texture.fromTop(uv2[0], uv2[1] + next * step);
  const [x, y, z] = remap(lerp(a, b, time - current), Min, Max);
  return [vertex[0] + x, vertex[1] + z, vertex[2] - y];
}

/** OpenVAT's Unity graph "simple": frames count from 1, the space is that of a mesh from Blender by FBX, in Unity. */
function unityGraph(texture, { Min, Max }, uv1, position, frame) {
  const v = uv1[1] - (Math.max(1, frame) - 1) / texture.height;
  const [x, y, z] = remap(texture.fromBottom(uv1[0], v), Min, Max);
  const n = texture.fromBottom(uv1[0], v - 0.5).map((part) => 2 * part - 1);
  return {
    position: [-0.01 * x + position[0], 0.01 * y + position[1], 0.01 * z + position[2]],
    normal: [-n[0], n[1], n[2]],
  };
}
/** From the pack's space to Unity's: Blender's axes, then FBX centimetres with X negated. */
const inUnityFbx = ([x, y, z]) => [-0.01 * x, -0.01 * z, 0.01 * y];

async function character(name, pack, options, tolerance) {
  const folder = path.join(scratch, name + options.join(""));
  const run = (into) => execFileSync(cli, ["export", pack, "--engine", "openvat", "-o", into, "--quiet", ...options]);
  run(folder);
  run(`${folder}-again`);
  const stem = path.basename(pack, ".texpack");
  const files = readdirSync(path.join(folder, `${stem}_vat`)).sort();
  check(`${name}: files`, files.join() === [`${stem}-remap_info.json`, `${stem}.glb`, `${stem}_vat.exr`].join(), files);
  for (const file of files) {
    const [a, b] = [folder, `${folder}-again`].map((place) => readFileSync(path.join(place, `${stem}_vat`, file)));
    check(`${name}: ${file} twice`, a.equals(b), "other bytes");
  }
  const place = (file) => path.join(folder, `${stem}_vat`, file);
  const json = JSON.parse(readFileSync(place(`${stem}-remap_info.json`), "utf8"));
  const remapInfo = json["os-remap"];
  const texture = new Texture(await readExr(bufferOf(place(`${stem}_vat.exr`))));
  const { attributes, json: gltf } = readGlb(bufferOf(place(`${stem}.glb`)));
  const source = await readPack(async (file) => bufferOf(path.join(pack, file)));
  const { manifest } = source;
  const count = attributes.POSITION.length / 3;
  check(`${name}: vertices`, count === manifest.mesh.vertexCount, count);
  check(`${name}: frames`, remapInfo.Frames === (manifest.texture.frameTable?.frames ?? manifest.texture.frameCount), remapInfo.Frames);
  check(`${name}: bounds in tenths`, [...remapInfo.Min, ...remapInfo.Max].every((x) => Math.abs(10 * x - Math.round(10 * x)) < 1e-9), remapInfo);
  check(`${name}: attributes`, ["POSITION", "NORMAL", "TEXCOORD_0", "TEXCOORD_1"].every((key) => key in gltf.meshes[0].primitives[0].attributes), gltf.meshes[0].primitives[0]);

  let worst = 0;
  let turn = 0;
  let moved = 0;
  const size = manifest.sizeMetres;
  for (const clip of manifest.clips) {
    const listed = json.animations[clip.name];
    check(`${name}: ${clip.name}`, listed.startFrame === clip.frameBegin + 1 && listed.endFrame === clip.frameBegin + clip.frameCount &&
      Math.abs(listed.framerate - clip.frameRate) < 1e-9 && listed.looping === clip.loop, listed);
    for (const inClip of [0, Math.floor(clip.frameCount / 2), clip.frameCount - 1]) {
      const frame = clip.frameBegin + inClip;
      const last = inClip === clip.frameCount - 1;
      for (let vertex = 0; vertex < count; vertex += Math.max(1, Math.floor(count / 60))) {
        const uv = Array.from(attributes.TEXCOORD_1.subarray(2 * vertex, 2 * vertex + 2));
        const rest = Array.from(attributes.POSITION.subarray(3 * vertex, 3 * vertex + 3));
        const shown = (fraction) => decodeVertex(source, vertex, { from: { current: frame, next: last ? frame : frame + 1, fraction } });
        const { position, normal } = shown(0);
        worst = Math.max(worst, distance(glslTemplate(texture, remapInfo, uv, rest, frame), position));
        if (!last) {
          worst = Math.max(worst, distance(glslTemplate(texture, remapInfo, uv, rest, frame + 0.25), lerp(position, shown(1 - 1e-9).position, 0.25)));
        }
        const graph = unityGraph(texture, remapInfo, [uv[0], 1 - uv[1]], inUnityFbx(rest), frame + 1);
        worst = Math.max(worst, 100 * distance(graph.position, inUnityFbx(position)));
        turn = Math.max(turn, distance(graph.normal, [-normal[0], -normal[2], normal[1]]));
        moved = Math.max(moved, distance(position, rest));
      }
    }
  }
  check(`${name}: positions`, worst <= tolerance * size, worst / size);
  check(`${name}: normals`, turn <= Math.max(2 * tolerance, 1e-5), turn);
  check(`${name}: it moves`, moved > 0.02 * size, moved);
  console.log(`${name} ${options.join(" ")}: largest distance ${(worst / size).toExponential(2)} of the size, normals ${turn.toExponential(2)}`);
  if (validator) {
    const report = await validator.default.validateBytes(new Uint8Array(readFileSync(place(`${stem}.glb`))));
    check(`${name}: Khronos validator`, report.issues.numErrors === 0 && report.issues.numWarnings === 0, report.issues.messages.slice(0, 5));
  } else {
    console.log("without gltf-validator (npm ci)");
  }
}

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const samples = path.join(repository, "resources/samples");
for (const [name, ...options] of [["lantern-knight"], ["banner", "--mode", "vertex"]]) {
  execFileSync(cli, ["bake", path.join(samples, `${name}.glb`), "-o", path.join(scratch, `${name}.texpack`), "--quiet", "--pixel-format", "rgba32f", ...options]);
}
await character("lantern-knight", path.join(scratch, "lantern-knight.texpack"), [], 1e-6);
await character("lantern-knight", path.join(scratch, "lantern-knight.texpack"), ["--option", "half"], 1e-3);
await character("banner", path.join(scratch, "banner.texpack"), [], 1e-6);
await character("folded", path.join(repository, "tests/vectors/bone-float-folded.texpack"), [], 1e-6);
await character("uneven", path.join(repository, "tests/vectors/bone-uneven.texpack"), [], 1e-6);

// Unsupported packs are rejected with a remedy.
execFileSync(cli, ["bake", path.join(samples, "lantern-knight.glb"), "-o", path.join(scratch, "long.texpack"), "--quiet", "--fps", "1200", "--max-size", "16384", "--no-measure", "--pixel-format", "rgba32f"]);
try {
  execFileSync(cli, ["export", path.join(scratch, "long.texpack"), "--engine", "openvat", "-o", path.join(scratch, "long")], { stdio: "pipe" });
  check("too many frames are refused", false, "they were not");
} catch (error) {
  check("too many frames are refused", String(error.stderr).includes("Bake fewer clips, or with a lower --fps"), String(error.stderr));
}

for (const failure of failures) {
  console.error(failure);
}
console.log(`${checked - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && checked > 0 ? 0 : 1);
