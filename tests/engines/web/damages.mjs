// Damages an animation texture as importers and tools do, for tests of their detection.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { halfToNumber } from "../../../resources/engines/web/decode.js";
import { readExr } from "../../../resources/engines/web/exr.js";

const clamp01 = (v) => Math.min(Math.max(v, 0), 1);
const eightBits = (v) => Math.round(clamp01(v) * 255) / 255;
const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toSrgb = (v) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);
const each = (change) => ({ data, ...rest }) => ({ ...rest, data: data.map((texel) => change(texel)) });
const mirrored = (place) => ({ width, height, data, ...rest }) => ({
  ...rest,
  width,
  height,
  data: data.map((_, i) => data[place(i % width, Math.floor(i / width), width, height)]),
});

/** By the names in doctor and run-times. An image: {width, height, type, data: RGBA arrays}. */
export const damages = {
  resized: ({ width, height, data, ...rest }) => ({ ...rest, width, height: 2 * height, data: [...data, ...data] }),
  "flipped-vertically": mirrored((x, y, width, height) => (height - 1 - y) * width + x),
  "flipped-horizontally": mirrored((x, y, width) => y * width + width - 1 - x),
  "alpha-lost": each(([r, g, b]) => [r, g, b, 1]),
  half: (image) => ({ ...image, type: "half" }),
  swapped: each(([r, g, b, a]) => [b, g, r, a]),
  premultiplied: each(([r, g, b, a]) => [r * a, g * a, b * a, a]),
  unsigned: each((texel) => texel.map((v) => Math.max(v, 0))),
  clamped: each((texel) => texel.map(clamp01)),
  "8-bit": each((texel) => texel.map(eightBits)),
  "srgb-decoded": each((texel) => texel.map(eightBits).map((v, i) => (i < 3 ? toLinear(v) : v))),
  "srgb-encoded": each((texel) => texel.map(clamp01).map((v, i) => eightBits(i < 3 ? toSrgb(v) : v))),
  filtered: ({ data, ...rest }) => ({
    ...rest,
    data: data.map((texel, i) => texel.map((v, c) => 0.6 * v + 0.25 * (data[i - 1] ?? texel)[c] + 0.15 * (data[i + 1] ?? texel)[c])),
  }),
  // Two colours per block, and two in between: as in formats of a few bits per texel.
  compressed: each((texel) => texel.map((v) => Math.round(clamp01(v) * 3) / 3)),
  empty: each(() => [0, 0, 0, 0]),
  foreign: ({ data, ...rest }) => ({ ...rest, data: data.map((_, i) => [0, 1, 2, 3].map((c) => 0.5 + 0.5 * Math.sin(37 * i + 11 * c + 2))) }),
};

/** @returns {Promise<{width: number, height: number, type: string, data: number[][]}>} */
export async function readImage(buffer) {
  const { width, height, type, data } = await readExr(buffer);
  const value = type === "half" ? (i) => halfToNumber(data[i]) : (i) => data[i];
  return { width, height, type, data: Array.from({ length: width * height }, (_, i) => [0, 1, 2, 3].map((c) => value(4 * i + c))) };
}

const bitsOf = new DataView(new ArrayBuffer(4));
function toHalf(value) {
  bitsOf.setFloat32(0, value);
  const bits = bitsOf.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const size = Math.abs(bitsOf.getFloat32(0));
  if (size >= 65520) {
    return sign | 0x7c00;
  }
  if (size < 2 ** -14) {
    return sign | Math.round(size * 2 ** 24);
  }
  const exponent = Math.floor(Math.log2(size));
  return sign | (((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024));
}

/** Writes an uncompressed EXR with the other header data of `original`. @returns {Uint8Array} */
export function writeExr(original, { width, height, type, data }) {
  const view = new DataView(original.slice(0));
  const text = (at) => {
    let name = "";
    for (let byte = view.getUint8(at); byte !== 0; at += 1, byte = view.getUint8(at)) {
      name += String.fromCharCode(byte);
    }
    return name;
  };
  let at = 8;
  for (let name = text(at); name !== ""; name = text(at)) {
    at += name.length + 1;
    at += text(at).length + 1;
    const size = view.getUint32(at, true);
    at += 4;
    if (name === "channels") {
      [0, 18, 36, 54].forEach((i) => view.setUint32(at + i + 2, type === "half" ? 1 : 2, true));
    } else if (name === "compression") {
      view.setUint8(at, 0);
    } else if (name === "dataWindow" || name === "displayWindow") {
      view.setInt32(at + 8, width - 1, true);
      view.setInt32(at + 12, height - 1, true);
    }
    at += size;
  }
  const head = at + 1;
  const bytes = type === "half" ? 2 : 4;
  const line = 8 + 4 * width * bytes;
  const out = new Uint8Array(head + 8 * height + line * height);
  out.set(new Uint8Array(view.buffer, 0, head));
  const to = new DataView(out.buffer);
  for (let y = 0; y < height; y += 1) {
    const begin = head + 8 * height + line * y;
    to.setBigUint64(head + 8 * y, BigInt(begin), true);
    to.setInt32(begin, y, true);
    to.setUint32(begin + 4, line - 8, true);
    for (let x = 0; x < width; x += 1) {
      [3, 2, 1, 0].forEach((channel, place) => {
        const value = data[y * width + x][channel];
        const where = begin + 8 + (place * width + x) * bytes;
        if (type === "half") {
          to.setUint16(where, toHalf(value), true);
        } else {
          to.setFloat32(where, value, true);
        }
      });
    }
  }
  return out;
}

/**
 * The same for skin matrices in rows: FROM.json of the folder, with its texels, becomes TO.json with damaged ones.
 * @param {string} damage
 */
export function damageRows(folder, from, to, damage) {
  const json = JSON.parse(readFileSync(path.join(folder, `${from}.json`), "utf8"));
  const bytes = readFileSync(path.join(folder, json.texture.file));
  const { width, height, pixelFormat } = json.texture;
  const isHalf = pixelFormat === "rgba16f";
  const value = (i) => (isHalf ? halfToNumber(bytes.readUInt16LE(2 * i)) : bytes.readFloatLE(4 * i));
  const data = Array.from({ length: width * height }, (_, i) => [0, 1, 2, 3].map((c) => value(4 * i + c)));
  const changed = damages[damage]({ width, height, type: isHalf ? "half" : "float", data }).data.flat();
  const out = isHalf ? Uint16Array.from(changed, toHalf) : Float32Array.from(changed);
  json.texture.file = `${to}.bin`;
  writeFileSync(path.join(folder, `${to}.json`), JSON.stringify(json));
  writeFileSync(path.join(folder, `${to}.bin`), out);
}
