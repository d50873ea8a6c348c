// run_tangents.mjs CLI: tangents that a bake makes for normal maps, corner by corner against Mikkelsen's own code (npm
// package mikktspace, his C code as WebAssembly). Exit code 77: the package is missing (`npm ci` in this folder
// installs it).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

import { CASES, materialsGltf } from "../godot/materials_model.mjs";

let generateTangents;
try {
  ({ generateTangents } = createRequire(import.meta.url)("mikktspace"));
} catch {
  console.log("skipped: needs mikktspace in node_modules");
  process.exit(77);
}
const [cli] = process.argv.slice(2);
const work = mkdtempSync(path.join(tmpdir(), "texeleton-tangents-"));
let passed = 0;
let failed = 0;
const check = (what, holds, detail = "") => {
  console.log(`${holds ? "PASS" : "FAIL"}: ${what} ${detail}`);
  if (holds) passed += 1;
  else failed += 1;
};

/** The primitives of a baked mesh: values by attribute, indices, the material. */
function primitivesOf(model, ...options) {
  const file = path.join(work, "model.gltf");
  const pack = path.join(work, "model.texpack");
  writeFileSync(file, model);
  execFileSync(cli, ["bake", file, "-o", pack, "--quiet", ...options], { stdio: ["ignore", "inherit", "inherit"] });
  const glb = readFileSync(path.join(pack, "mesh.glb"));
  const jsonBytes = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + jsonBytes).toString());
  const bin = glb.subarray(28 + jsonBytes);
  const read = (number) => {
    const accessor = json.accessors[number];
    const view = json.bufferViews[accessor.bufferView];
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[accessor.type];
    const Type = accessor.componentType === 5125 ? Uint32Array : Float32Array;
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    return { width, values: new Type(Uint8Array.from(bin.subarray(start, start + 4 * width * accessor.count)).buffer) };
  };
  return json.meshes[0].primitives.map(({ attributes, indices, material }) => ({
    material: json.materials[material],
    indices: read(indices).values,
    of: (name) => (name in attributes ? read(attributes[name]) : null),
  }));
}

/** Values by corner. */
function corners({ indices, of }, name) {
  const { width, values } = of(name);
  const result = new Float32Array(width * indices.length);
  indices.forEach((vertex, i) => result.set(values.subarray(width * vertex, width * (vertex + 1)), width * i));
  return result;
}

function compare(what, primitive) {
  if (!primitive.of("TANGENT")) {
    check(`${what}: there are tangents`, false);
    return;
  }
  const wanted = generateTangents(corners(primitive, "POSITION"), corners(primitive, "NORMAL"), corners(primitive, "TEXCOORD_0"));
  const made = corners(primitive, "TANGENT");
  const uvs = corners(primitive, "TEXCOORD_0");
  let worst = 1;
  let turned = 0;
  let compared = 0;
  for (let i = 0; i < made.length; i += 4) {
    // If neither a triangle's texture area nor its neighbours' is greater than zero, any direction is valid:
    // Mikkelsen's is (1, 0, 0).
    const corner = i / 4;
    const first = corner - (corner % 3);
    const [a, b, c] = [0, 1, 2].map((k) => [uvs[2 * (first + k)], uvs[2 * (first + k) + 1]]);
    if ((b[0] - a[0]) * (c[1] - a[1]) === (b[1] - a[1]) * (c[0] - a[0])) continue;
    compared += 1;
    worst = Math.min(worst, made[i] * wanted[i] + made[i + 1] * wanted[i + 1] + made[i + 2] * wanted[i + 2]);
    // v points down in glTF.
    turned += made[i + 3] === -wanted[i + 3] ? 0 : 1;
  }
  check(`${what}: as mikktspace makes them`, compared > 20 && worst > 1 - 1e-5 && turned === 0, `${compared} corners, least cosine ${worst.toFixed(7)}, ${turned} of another side`);
}

/** Hills: a grid whose texture is mirrored in the middle, with hard edges, and triangles without area in space or texture. */
function hills() {
  const mesh = { positions: [], normals: [], uvs: [], indices: [] };
  const random = ((seed) => () => (seed = (seed * 16807) % 2147483647) / 2147483647)(7);
  const cells = 24;
  for (let j = 0; j <= cells; j += 1) {
    for (let i = 0; i <= cells; i += 1) {
      const [x, y] = [i / cells, j / cells];
      mesh.positions.push([x + 0.01 * random(), y + 0.01 * random(), 0.1 * random()]);
      const n = [0.4 * (random() - 0.5), 0.4 * (random() - 0.5), 1];
      mesh.normals.push(n.map((c) => c / Math.hypot(...n)));
      mesh.uvs.push(j === 7 ? [0.25, 0.5] : [Math.abs(2 * x - 1) + 0.02 * random(), 3 * y * y + 0.02 * random()]);
      const at = j * (cells + 1) + i;
      if (i < cells && j < cells) mesh.indices.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1);
    }
  }
  // A repeated vertex with another normal (a hard edge), and triangles with two equal corners.
  const again = mesh.positions.length;
  for (let i = 0; i <= cells; i += 1) {
    const from = 12 * (cells + 1) + i;
    mesh.positions.push(mesh.positions[from]);
    mesh.normals.push([0, 0, 1]);
    mesh.uvs.push(mesh.uvs[from]);
  }
  mesh.indices = mesh.indices.map((vertex, i) => (Math.floor(vertex / (cells + 1)) === 12 && i % 4 === 0 ? again + (vertex % (cells + 1)) : vertex));
  mesh.indices.push(3, 3, 5, 40, 41, 41);
  return mesh;
}

try {
  for (const primitive of primitivesOf(materialsGltf())) {
    if (CASES[primitive.material.name].normalTexture) compare(primitive.material.name, primitive);
  }
  const bumpy = { hills: { mesh: hills(), base: [1, 1, 1], normalTexture: true } };
  compare("hills", primitivesOf(materialsGltf(bumpy))[0]);
  const [plain] = primitivesOf(materialsGltf({ hills: { ...bumpy.hills, normalTexture: false } }));
  check("without a normal map no tangents are made", plain.of("TANGENT") === null);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
