// A glTF model of one joint with small surfaces, each with its own material, for the look of colours and normal maps.
// The project (materials.gd) draws the same with Godot's own materials.
import { deflateSync } from "node:zlib";

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** A PNG of 8-bit RGB. @param {(x: number, y: number) => number[]} colorAt */
export function png(size, colorAt) {
  const rows = [];
  for (let y = 0; y < size; y += 1) {
    rows.push(0);
    for (let x = 0; x < size; x += 1) rows.push(...colorAt(x, y));
  }
  const chunk = (type, body) => {
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), body, Buffer.alloc(4)]);
    bytes.writeUInt32BE(body.length, 0);
    const crc = bytes.subarray(4, -4).reduce((c, byte) => crcTable[(c ^ byte) & 255] ^ (c >>> 8), 0xffffffff);
    bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, bytes.length - 4);
    return bytes;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.from(rows))), chunk("IEND", Buffer.alloc(0))]);
}

const SIZE = 32;
/** Stripes and a gradient. */
const painted = png(SIZE, (x, y) => [40 + 6 * x, (x >> 3) % 2 ? 200 : 90, 250 - 7 * y]);
/** A bump in the middle: normals as in glTF, green towards the upper edge of the picture. */
const bump = png(SIZE, (x, y) => {
  const u = (x + 0.5) / SIZE - 0.5;
  const v = (y + 0.5) / SIZE - 0.5;
  const share = Math.max(0, 1 - 4 * (u * u + v * v));
  const n = [4 * u * share, -4 * v * share, 1];
  const length = Math.hypot(...n);
  return n.map((c) => Math.round((c / length) * 127.5 + 127.5));
});

/** A square about the origin that faces +Z. `uvOf` takes x to the right and y up, both from 0 to 1. */
function square(uvOf = (x, y) => [x, 1 - y], cells = 4) {
  const mesh = { positions: [], normals: [], uvs: [], indices: [] };
  for (let j = 0; j <= cells; j += 1) {
    for (let i = 0; i <= cells; i += 1) {
      mesh.positions.push([i / cells - 0.5, j / cells - 0.5, 0]);
      mesh.normals.push([0, 0, 1]);
      mesh.uvs.push(uvOf(i / cells, j / cells));
      const at = j * (cells + 1) + i;
      if (i < cells && j < cells) mesh.indices.push(at, at + 1, at + cells + 2, at, at + cells + 2, at + cells + 1);
    }
  }
  return mesh;
}

/** Half a ball that faces +Z, with a seam. */
function dome(rings = 12, sectors = 24) {
  const mesh = { positions: [], normals: [], uvs: [], indices: [] };
  for (let j = 0; j <= rings; j += 1) {
    for (let i = 0; i <= sectors; i += 1) {
      const turn = (2 * Math.PI * i) / sectors;
      const lift = 0.1 + (0.45 * Math.PI * j) / rings;
      const n = [Math.sin(lift) * Math.cos(turn), Math.sin(lift) * Math.sin(turn), Math.cos(lift)];
      mesh.positions.push(n.map((c) => 0.48 * c));
      mesh.normals.push(n);
      mesh.uvs.push([(3 * i) / sectors, j / rings]);
      const at = j * (sectors + 1) + i;
      if (i < sectors && j < rings) mesh.indices.push(at, at + sectors + 1, at + 1, at + 1, at + sectors + 1, at + sectors + 2);
    }
  }
  return mesh;
}

const turned = (mesh, by) => ({
  ...mesh,
  positions: mesh.positions.map(by),
  normals: mesh.normals.map(by),
});
const aboutY = (angle) => ([x, y, z]) => [Math.cos(angle) * x + Math.sin(angle) * z, y, Math.cos(angle) * z - Math.sin(angle) * x];

/**
 * The cases by name: the surface, and its glTF material (colours linear).
 */
export const CASES = {
  lit: { mesh: square(), base: [0.2, 0.5, 0.8] },
  unlit: { mesh: square(), base: [0.2, 0.5, 0.8], unlit: true },
  glow: { mesh: square(), base: [0, 0, 0], emission: [0.3, 0.1, 0.6] },
  painted: { mesh: square(), base: [0.8, 0.6, 1], baseTexture: true },
  "vertex colours": { mesh: square(undefined, 24), base: [1, 1, 1], colors: ([x, y]) => [0.5 + x, 0.5 + y, 0.3] },
  "painted glow": { mesh: square(), base: [0, 0, 0], emission: [1, 0.5, 1], emissionTexture: true },
  bump: { mesh: square(), base: [0.5, 0.5, 0.5], normalTexture: true },
  "bump, mirrored": { mesh: square((x, y) => [1 - x, 1 - y]), base: [0.5, 0.5, 0.5], normalTexture: true },
  "bump, texture on its side": { mesh: turned(square((x, y) => [y, x]), aboutY(0.5)), base: [0.5, 0.5, 0.5], normalTexture: true },
  "bump, from behind": { mesh: turned(square(), aboutY(Math.PI - 0.4)), base: [0.5, 0.5, 0.5], normalTexture: true, doubleSided: true },
  "bump on a dome": { mesh: dome(), base: [0.5, 0.5, 0.5], normalTexture: true },
};
export const COLUMNS = 4;
/** The middle of a case. */
export const placeOf = (number) => [1.1 * (number % COLUMNS), -1.1 * Math.floor(number / COLUMNS)];

/** The model as self-contained glTF JSON. */
export function materialsGltf(cases = CASES) {
  const parts = [];
  const accessors = [];
  const bufferViews = [];
  const images = [];
  let bytes = 0;
  const view = (body) => {
    bufferViews.push({ buffer: 0, byteOffset: bytes, byteLength: body.length });
    const rest = (4 - (body.length % 4)) % 4;
    parts.push(body, Buffer.alloc(rest));
    bytes += body.length + rest;
    return bufferViews.length - 1;
  };
  const add = (array, type, componentType, more = {}) => {
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    accessors.push({ bufferView: view(Buffer.from(array.buffer)), componentType, count: array.length / width, type, ...more });
    return accessors.length - 1;
  };
  const texture = (body) => {
    images.push({ bufferView: view(body), mimeType: "image/png" });
    return images.length - 1;
  };
  const [paintedNumber, bumpNumber] = [painted, bump].map(texture);
  const floats = (lists) => Float32Array.from(lists.flat());
  const materials = [];
  const primitives = Object.entries(cases).map(([name, { mesh, base, emission, unlit, doubleSided, colors, ...has }], number) => {
    const [x, y] = placeOf(number);
    const positions = mesh.positions.map((p) => [p[0] + x, p[1] + y, p[2]]);
    const count = positions.length;
    materials.push({
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...base, 1], metallicFactor: 0, roughnessFactor: 0.9,
        ...(has.baseTexture ? { baseColorTexture: { index: paintedNumber } } : {}),
      },
      ...(emission ? { emissiveFactor: emission } : {}),
      ...(has.emissionTexture ? { emissiveTexture: { index: paintedNumber } } : {}),
      ...(has.normalTexture ? { normalTexture: { index: bumpNumber } } : {}),
      ...(doubleSided ? { doubleSided } : {}),
      ...(unlit ? { extensions: { KHR_materials_unlit: {} } } : {}),
    });
    const bounds = (pick) => [0, 1, 2].map((i) => Math.fround(pick(...positions.map((p) => p[i]))));
    return {
      attributes: {
        POSITION: add(floats(positions), "VEC3", 5126, { min: bounds(Math.min), max: bounds(Math.max) }),
        NORMAL: add(floats(mesh.normals), "VEC3", 5126),
        TEXCOORD_0: add(floats(mesh.uvs), "VEC2", 5126),
        JOINTS_0: add(new Uint8Array(4 * count), "VEC4", 5121),
        WEIGHTS_0: add(floats(Array.from({ length: count }, () => [1, 0, 0, 0])), "VEC4", 5126),
        ...(colors ? { COLOR_0: add(floats(mesh.positions.map((p) => [...colors(p), 1])), "VEC4", 5126) } : {}),
      },
      indices: add(Uint16Array.from(mesh.indices), "SCALAR", 5123),
      material: number,
    };
  });
  const identity = Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  const input = add(Float32Array.from([0, 1]), "SCALAR", 5126, { min: [0], max: [1] });
  const output = add(Float32Array.from([0, 0, 0, 0, 0, 0]), "VEC3", 5126);
  const inverseBindMatrices = add(identity, "MAT4", 5126);
  const buffer = Buffer.concat(parts);
  return JSON.stringify({
    asset: { version: "2.0" },
    extensionsUsed: ["KHR_materials_unlit"],
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ name: "joint" }, { name: "surfaces", mesh: 0, skin: 0 }],
    meshes: [{ primitives }],
    skins: [{ joints: [0], inverseBindMatrices }],
    animations: [{ name: "Hold", channels: [{ sampler: 0, target: { node: 0, path: "translation" } }], samplers: [{ input, output }] }],
    materials,
    images,
    samplers: [{ magFilter: 9729, minFilter: 9987 }],
    textures: images.map((_, source) => ({ source, sampler: 0 })),
    accessors,
    bufferViews,
    buffers: [{ byteLength: buffer.length, uri: `data:application/octet-stream;base64,${buffer.toString("base64")}` }],
  });
}

/** The same as plain values for the project, which makes Godot's own meshes and materials from them. */
export function materialsTask() {
  return {
    textures: { painted: painted.toString("base64"), bump: bump.toString("base64") },
    cases: Object.entries(CASES).map(([name, { mesh, colors, ...material }], number) => ({
      name, place: placeOf(number), ...material,
      positions: mesh.positions.flat(), normals: mesh.normals.flat(), uvs: mesh.uvs.flat(), indices: mesh.indices,
      ...(colors ? { colors: mesh.positions.flatMap(colors) } : {}),
    })),
  };
}
