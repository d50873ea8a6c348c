// Reads NAME.vat.json and NAME.vat.bin: skin matrices in the layout of Babylon.js and Babylon Lite. A row per frame,
// four texels per bone: the columns of its 4×4 matrix. Row 0 is the bind pose. Each clip is followed by its closing
// row, the last one by the canary (docs/runtimes.md), which the renderer reads back.

import { canaryPlaces, damageText, diagnoseCanary } from "../web/canary.js";
import { halfToNumber } from "../web/decode.js";

const FORMAT = "texeleton-web";
const VERSION = 1;

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  }
  return response;
}

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

/** The nearest half float. */
function halfBits(value) {
  single[0] = value;
  const sign = (singleBits[0] >>> 16) & 0x8000;
  const size = Math.abs(single[0]);
  if (!(size < 65520)) {
    return sign | (Number.isNaN(size) ? 0x7e00 : 0x7c00);
  }
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  const steps = size / 2 ** (exponent - 10);
  const below = Math.floor(steps);
  const whole = steps - below > 0.5 || (steps - below === 0.5 && below % 2 === 1) ? below + 1 : below;
  // A carry increases the exponent. Below 1,024 steps there is no hidden bit.
  return sign | (size === 0 ? 0 : (exponent + 14) * 1024 + whole);
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const orthogonal = (z, axis) => unit(axis.map((v, i) => v - z[i] * dot(z, axis)));

/** The normalized vector; null if it has no length. */
function unit(v) {
  const squared = dot(v, v);
  return squared < 1e-20 ? null : v.map((part) => part / Math.sqrt(squared));
}

/** The columns of the rotation of a quaternion (x, y, z, w). */
const axesOf = ([x, y, z, w]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
  [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
  [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
];

export class MatrixRows {
  /** @param {object} json @param {ArrayBuffer} buffer @param {URL} url */
  constructor(json, buffer, url) {
    if (json?.format !== FORMAT || !(json.version <= VERSION)) {
      throw new Error(`${url}: this is no file of version ${VERSION} of a Texeleton export: export the character again`);
    }
    this.json = json;
    this.clips = json.clips;
    this.sockets = json.sockets;
    this.bounds = json.bounds;
    this.url = url;
    const { width, height, pixelFormat } = json.texture;
    this.isHalf = pixelFormat === "rgba16f";
    const bytes = width * height * (this.isHalf ? 8 : 16);
    if (buffer.byteLength !== bytes) {
      throw new Error(`${json.texture.file} has ${buffer.byteLength} bytes instead of ${bytes}: it was changed on the way`);
    }
    /** The texels for the GPU. */
    this.texels = this.isHalf ? new Uint16Array(buffer) : new Float32Array(buffer);
    // Without a canary: row 0 must hold identity matrices, unless a tool or server has changed the file.
    for (let i = 0; json.texture.canaryRow === undefined && i < 4 * width; i += 1) {
      if (this.#value(i) !== (i % 16 % 5 === 0 ? 1 : 0)) {
        throw new Error(`${json.texture.file} is damaged: its first row is not the bind pose`);
      }
    }
  }

  /** @param {string | URL} url Address of NAME.vat.json. */
  static async load(url) {
    const at = new URL(url, globalThis.location?.href);
    const json = await (await fetched(at)).json();
    const buffer = await (await fetched(new URL(json.texture?.file ?? "", at))).arrayBuffer();
    return new MatrixRows(json, buffer, at);
  }

  /** Address of the GLB beside it. */
  get meshUrl() {
    return new URL(this.json.mesh, this.url);
  }

  /**
   * Damages to the texture on the GPU: {name, text, mend} of ../web/canary.js.
   * @param {(x: number, y: number) => Promise<ArrayLike<number>>} read Reads a texel from the GPU.
   */
  async damages(read) {
    const { texture } = this.json;
    if (texture.canaryRow === undefined) {
      return [];
    }
    const own = (x, y) => [0, 1, 2, 3].map((i) => this.#value(4 * (y * texture.width + x) + i));
    const texels = new Map();
    for (const [x, y] of canaryPlaces(texture)) {
      texels.set(`${x} ${y}`, (await read(x, y)) ?? own(x, y));
    }
    return diagnoseCanary(texture, texture, (x, y) => texels.get(`${x} ${y}`));
  }

  /** A message about damages. */
  damageWords(damages) {
    return `${this.json.texture.file} is not as it was exported. ${damageText(damages)}`;
  }

  /** The texels as 32-bit floats. */
  get floats() {
    return this.isHalf ? Float32Array.from(this.texels, (bits) => halfToNumber(bits)) : this.texels;
  }

  socketIndex(name) {
    const index = this.sockets.findIndex((socket) => socket.name === name);
    if (index < 0) {
      throw new Error(`there is no socket "${name}"; there are ${this.sockets.map((s) => s.name).join(", ") || "none"}`);
    }
    return index;
  }

  /**
   * The pose of a socket in glTF's space (right-handed, +Y up), as the columns of a matrix without shear: the blended
   * matrix of its bone times the socket frame, orthogonalized as in FORMAT.md.
   * @param {string} name
   * @param {import("../web/clip.js").Frames} frames
   * @param {{from: import("../web/clip.js").Frames, share: number} | null} [fade] The frames of the outgoing clip, and
   * the weight of `frames`.
   */
  socketPose(name, frames, fade = null) {
    const { bone, position, rotation, scale } = this.sockets[this.socketIndex(name)];
    const m = Array.from({ length: 16 }, (_, i) => this.#blended(bone * 16 + i, frames, fade));
    const turned = ([a, b, c], move) => [0, 1, 2].map((i) => m[i] * a + m[4 + i] * b + m[8 + i] * c + m[12 + i] * move);
    const frame = axesOf(rotation);
    const columns = frame.map((axis, i) => turned(axis, 0).map((v) => v * scale[i]));
    // Gram–Schmidt on Z, then Y; X = Y × Z.
    const z = unit(columns[2]) ?? frame[2];
    const y = orthogonal(z, columns[1]) ?? orthogonal(z, frame[1]) ?? orthogonal(z, cross(z, frame[0]));
    const mirrors = dot(columns[0], cross(columns[1], columns[2])) < 0;
    const lengths = columns.map((column) => Math.hypot(...column));
    const scaled = (axis, length) => [...axis.map((v) => v * length), 0];
    return [
      ...scaled(cross(y, z), mirrors ? -lengths[0] : lengths[0]),
      ...scaled(y, lengths[1]),
      ...scaled(z, lengths[2]),
      ...turned(position, 1),
      1,
    ];
  }

  /** A row of matrices between stored rows, for the GPU. */
  blendedRow(frames, fade) {
    const row = Float32Array.from({ length: this.json.texture.width * 4 }, (_, i) => this.#blended(i, frames, fade));
    return this.isHalf ? Uint16Array.from(row, halfBits) : row;
  }

  /** Number `i` of a row, blended. */
  #blended(i, { current, next, fraction }, fade) {
    const width = this.json.texture.width * 4;
    const a = this.#value(current * width + i);
    const value = fraction > 0 ? a + (this.#value(next * width + i) - a) * fraction : a;
    if (!fade || fade.share >= 1) {
      return value;
    }
    const from = this.#blended(i, fade.from, null);
    return from + (value - from) * fade.share;
  }

  #value(i) {
    return this.isHalf ? halfToNumber(this.texels[i]) : this.texels[i];
  }
}

/** The nearest frame, for players without blending. @param {import("../web/clip.js").Frames} frames */
export function nearestFrame({ current, next, fraction }) {
  const frame = fraction < 0.5 ? current : next;
  return { current: frame, next: frame, fraction: 0 };
}
