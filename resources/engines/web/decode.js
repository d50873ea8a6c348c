// Decodes a pack on the CPU: a reference for shaders, for picking, and for objects on sockets.

import { composed, inverseOf } from "./layers.js";

/** @typedef {import("./clip.js").Frames} Frames */
/** @typedef {import("./pack.js").Pack} Pack */

/**
 * A moment to show: frames of one clip, or of two clips during a cross-fade; `share` is the second's. `last`: the clip
 * that interrupted the fade, above the others by `lastShare`. `over`: a layer, a clip on the bones of its mask, above
 * all of these.
 * @typedef {{from: Frames, to?: Frames, share?: number, last?: Frames, lastShare?: number,
 *   over?: {frames: Frames, share: number, mask: import("./layers.js").LayerMask}}} Moment
 */

/** Below this squared length a normal or an axis has no direction. */
const TINY = 1e-20;

const halfValues = new Float32Array(65536);
for (let bits = 0; bits < 65536; bits += 1) {
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 1023;
  const magnitude =
    exponent === 0 ? mantissa * 2 ** -24 : exponent === 31 ? (mantissa ? NaN : Infinity) : (1 + mantissa / 1024) * 2 ** (exponent - 15);
  halfValues[bits] = bits & 0x8000 ? -magnitude : magnitude;
}

/** The value of a 16-bit float. @param {number} bits */
export const halfToNumber = (bits) => halfValues[bits];

/** A function that returns the texel at (x, y) as four numbers, for diagnoseCanary(). @param {import("./exr.js").Texels} texels */
export const texelsAt = ({ width, type, data }) => (x, y) => {
  const texel = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4);
  return type === "half" ? Array.from(texel, halfToNumber) : texel;
};

function addTexel(pack, frame, texel, weight, out) {
  const { width, rowsPerFrame } = pack.manifest.texture;
  const x = texel % width;
  const y = frame * rowsPerFrame + Math.floor(texel / width);
  const { data, type } = pack.texels;
  const at = (y * width + x) * 4;
  for (let i = 0; i < 4; i += 1) {
    out[i] += weight * (type === "half" ? halfValues[data[at + i]] : data[at + i]);
  }
}

function addFrames(pack, frames, texel, weight, out) {
  addTexel(pack, frames.current, texel, weight * (1 - frames.fraction), out);
  if (frames.fraction > 0) {
    addTexel(pack, frames.next, texel, weight * frames.fraction, out);
  }
}

/**
 * Converts frames of clips to stored frames and the fraction between them, by the pack's frame table (FORMAT.md).
 * Without a table they are the same.
 * @param {Pack} pack
 * @param {Frames} frames
 * @returns {Frames}
 */
export function storedFrames({ manifest, texels }, frames) {
  const { width, frameTable } = manifest.texture;
  if (!frameTable) {
    return frames;
  }
  const at = 4 * ((frameTable.row + Math.floor(frames.current / width)) * width + (frames.current % width));
  const [low, high, code, way] = [0, 1, 2, 3].map((i) => (texels.type === "half" ? halfValues[texels.data[at + i]] : texels.data[at + i]));
  const current = low + 1024 * high;
  return { current, next: current + way, fraction: ((code % 32) + frames.fraction) / (Math.floor(code / 32) + 1) };
}

/** A moment of stored frames. */
function storedMoment(pack, moment) {
  if (!pack.manifest.texture.frameTable) {
    return moment;
  }
  const stored = (frames) => frames && storedFrames(pack, frames);
  const { over } = moment;
  return { ...moment, from: stored(moment.from), to: stored(moment.to), last: stored(moment.last), over: over && { ...over, frames: stored(over.frames) } };
}

/** Texel `texel` of a frame, blended for the moment. */
function blendedTexel(pack, texel, moment) {
  const out = [0, 0, 0, 0];
  for (const { frames, weight } of weightedFrames(moment)) {
    addFrames(pack, frames, texel, weight, out);
  }
  return out;
}

/** The frames of a moment with non-zero weights. */
function weightedFrames({ from, to, share = 0, last, lastShare = 0 }) {
  const above = last ? lastShare : 0;
  const second = to ? share : 0;
  return [
    { frames: from, weight: (1 - above) * (1 - second) },
    { frames: to, weight: (1 - above) * second },
    { frames: last, weight: above },
  ].filter(({ weight }) => weight > 0);
}

const blendedRows = (pack, firstTexel, moment) => [0, 1, 2].map((row) => blendedTexel(pack, firstTexel + row, moment));

/** Texel `texel` of a frame, as stored. */
function storedTexel(pack, frame, texel) {
  const out = [0, 0, 0, 0];
  addTexel(pack, frame, texel, 1, out);
  return out;
}

/** Constant data follows the last frame. */
const constantTexel = (pack, texel) => storedTexel(pack, pack.manifest.texture.frameCount, texel);

/** Blends the results of `read` for frames: within each clip, then across the cross-fade, then with the last clip. */
function blendedMoment({ from, to, share = 0, last, lastShare = 0 }, read, blend) {
  const within = (frames) => blend(read(frames.current), read(frames.next), frames.fraction);
  const below = to ? blend(within(from), within(to), share) : within(from);
  return last ? blend(below, within(last), lastShare) : below;
}

const mixed = (a, b, f) => a.map((value, i) => value * (1 - f) + b[i] * f);

/** Rotations along the shorter arc; displacement and scale (`moved`) linearly. */
function blendTurns(a, b, f) {
  const along = a.rotation.reduce((sum, value, i) => sum + value * b.rotation[i], 0);
  const rotation = mixed(a.rotation, along < 0 ? b.rotation.map((value) => -value) : b.rotation, f);
  const length = Math.hypot(...rotation);
  return { rotation: length > 1e-15 ? rotation.map((value) => value / length) : [0, 0, 0, 1], moved: mixed(a.moved, b.moved, f) };
}

/** Rows of a bone's skin matrix, layers included. */
function boneRows(pack, bone, moment) {
  const own = rowsBelow(pack, bone, moment);
  const { over } = moment;
  const weight = over ? over.share * over.mask.weights[bone] : 0;
  if (!(weight > 0)) {
    return own;
  }
  const layer = { from: over.frames };
  let rows = rowsBelow(pack, bone, layer);
  const anchor = over.mask.anchors[bone];
  if (anchor >= 0) {
    const back = inverseOf(rowsBelow(pack, anchor, layer));
    rows = back ? composed(rowsBelow(pack, anchor, moment), composed(back, rows)) : rows;
  }
  return own.map((row, i) => mixed(row, rows[i], weight));
}

/** The same without the layer. */
function rowsBelow(pack, bone, moment) {
  const { encoding, texture } = pack.manifest;
  if (encoding === "matrix3x4") {
    return blendedRows(pack, 3 * bone, moment);
  }
  const [x, y, z, isMatrix] = constantTexel(pack, 2 * bone);
  if (isMatrix !== 0) {
    const [low, high] = constantTexel(pack, 2 * bone + 1);
    return [2 * bone, 2 * bone + 1, 2 * texture.elementCount + low + 1024 * high].map((texel) => blendedTexel(pack, texel, moment));
  }
  const pivot = [x, y, z];
  const turnAt = (frame) => ({ rotation: storedTexel(pack, frame, 2 * bone), moved: storedTexel(pack, frame, 2 * bone + 1) });
  const { rotation, moved } = blendedMoment(moment, turnAt, blendTurns);
  const axes = axesOf(rotation);
  return [0, 1, 2].map((row) => {
    const part = axes.map((axis) => axis[row] * moved[3]);
    return [...part, pivot[row] + moved[row] - dot(part, pivot)];
  });
}

const halfBits = new Map();
for (let bits = 0; bits < 65536; bits += 1) {
  halfBits.set(halfValues[bits], bits);
}

/** The integer that a half float encodes in "offset16" and "basis". */
function codeOf(value) {
  const bits = halfBits.get(value);
  const step = Math.min(Math.max((bits & 0x7fff) - 0x400, 0), 30719);
  return bits & 0x8000 ? 30719 - step : 30720 + step;
}

/** Position and normal of an element in a frame. */
function offsetAt(pack, frame, element) {
  return offsetOf(pack, storedTexel(pack, frame, element).map(codeOf));
}

/** Position and normal of a texel of the encoding "offset16". */
function offsetOf(pack, texel) {
  const [smallest, extent] = [constantTexel(pack, 0), constantTexel(pack, 1)];
  const u = (texel[3] % 247) / 123 - 1;
  const v = Math.floor(texel[3] / 247) / 123 - 1;
  let normal = [u, v, 1 - Math.abs(u) - Math.abs(v)];
  if (normal[2] < 0) {
    normal = [(1 - Math.abs(v)) * (u < 0 ? -1 : 1), (1 - Math.abs(u)) * (v < 0 ? -1 : 1), normal[2]];
  }
  return [...[0, 1, 2].map((i) => smallest[i] + (texel[i] / 61439) * extent[i]), ...scaled(normal, 1 / Math.hypot(...normal))];
}

/** Weights of a frame in the encoding "basis". */
function weightsAt(pack, frame, ranges) {
  const first = 3 * pack.manifest.sockets.length;
  return ranges.map(([lowest, extent], k) => {
    const code = codeOf(storedTexel(pack, frame, first + Math.floor(k / 4))[k % 4]);
    return lowest + (code / 61439) * extent;
  });
}

const shapesOfPacks = new WeakMap();

/** Base shape and shapes of the encoding "basis": for each element K + 1 times position and normal (six numbers). */
function shapesOf(pack) {
  if (!shapesOfPacks.has(pack)) {
    const { shapeCount, elementCount } = pack.manifest.texture;
    const ranges = Array.from({ length: shapeCount }, (_, k) => constantTexel(pack, 2 + k));
    const values = new Float32Array(elementCount * (shapeCount + 1) * 6);
    for (let i = 0; i < elementCount * (shapeCount + 1); i += 1) {
      const codes = constantTexel(pack, 2 + shapeCount + i).map(codeOf);
      const k = i % (shapeCount + 1);
      values.set(k === 0 ? offsetOf(pack, codes) : shapeOffset(codes, ranges[k - 1]), 6 * i);
    }
    shapesOfPacks.set(pack, { ranges, values });
  }
  return shapesOfPacks.get(pack);
}

function shapeOffset([x, y, z, code], [, , reach, normalReach]) {
  const digits = [code % 39, Math.floor(code / 39) % 39, Math.floor(code / 1521)];
  return [...[x, y, z].map((each) => ((each - 30720) / 30719) * reach), ...digits.map((digit) => ((digit - 19) / 19) * normalReach)];
}

const blendedWeights = (pack, moment) => {
  const { ranges } = shapesOf(pack);
  return blendedMoment(moment, (frame) => weightsAt(pack, frame, ranges), mixed);
};

/** `width` numbers of an element, position first, then normal: the base shape and the sum of all shapes. */
function sumOf(pack, element, weights, width) {
  const { values } = shapesOf(pack);
  const first = element * (weights.length + 1) * 6;
  const sum = Array.from(values.subarray(first, first + width));
  weights.forEach((weight, k) => {
    for (let i = 0; i < width; i += 1) {
      sum[i] += weight * values[first + 6 * (k + 1) + i];
    }
  });
  return sum;
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const scaled = (v, s) => [v[0] * s, v[1] * s, v[2] * s];
const at = (array, width, index) => Array.from(array.subarray(index * width, index * width + width));

/** The normalized vector, or `otherwise` if it has no length. */
function unitOr(v, otherwise) {
  const squared = dot(v, v);
  return squared < TINY ? otherwise : scaled(v, 1 / Math.sqrt(squared));
}

/** normalize(sign(det M)·cof(M)·n): the rows of the cofactor matrix are the cross products of M's rows. */
function turnedNormal([a, b, c], normal) {
  const bc = cross(b, c);
  const turned = [dot(bc, normal), dot(cross(c, a), normal), dot(cross(a, b), normal)];
  return unitOr(dot(a, bc) < 0 ? scaled(turned, -1) : turned, normal);
}

/**
 * Position and normal of a vertex, in pack space.
 * @param {Pack} pack
 * @param {number} vertex
 * @param {Moment} shown
 * @returns {{position: number[], normal: number[]}}
 */
export function decodeVertex(pack, vertex, shown) {
  const moment = storedMoment(pack, shown);
  const { attributes } = pack.mesh;
  const bindNormal = at(attributes.NORMAL, 3, vertex);
  if (pack.manifest.mode === "vertex") {
    if (pack.manifest.encoding === "offset16") {
      const pose = blendedMoment(moment, (frame) => offsetAt(pack, frame, attributes._VERTEX_INDEX[vertex]), mixed);
      return { position: pose.slice(0, 3), normal: unitOr(pose.slice(3), bindNormal) };
    }
    if (pack.manifest.encoding === "basis") {
      const pose = sumOf(pack, attributes._VERTEX_INDEX[vertex], blendedWeights(pack, moment), 6);
      return { position: pose.slice(0, 3), normal: unitOr(pose.slice(3), bindNormal) };
    }
    const texel = 2 * attributes._VERTEX_INDEX[vertex];
    const position = blendedTexel(pack, texel, moment).slice(0, 3);
    return { position, normal: unitOr(blendedTexel(pack, texel + 1, moment).slice(0, 3), bindNormal) };
  }
  const rows = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
  for (let i = 0; i < 4; i += 1) {
    const weight = attributes._BONE_WEIGHT[4 * vertex + i];
    if (weight !== 0) {
      boneRows(pack, attributes._BONE_INDEX[4 * vertex + i], moment).forEach((row, r) =>
        row.forEach((value, column) => {
          rows[r][column] += weight * value;
        }),
      );
    }
  }
  const bind = at(attributes.POSITION, 3, vertex);
  return { position: rows.map((row) => dot(row, bind) + row[3]), normal: turnedNormal(rows, bindNormal) };
}

/**
 * The positions of all vertices in pack space, as by decodeVertex().
 * @param {Pack} pack
 * @param {Moment} shown
 * @param {Float32Array} [out] Three numbers per vertex.
 */
export function decodePositions(pack, shown, out = new Float32Array(pack.mesh.attributes.POSITION.length)) {
  const moment = storedMoment(pack, shown);
  const { attributes } = pack.mesh;
  const { encoding, mode, texture } = pack.manifest;
  const width = mode === "bone" ? 12 : 4;
  const blended = new Float64Array(texture.elementCount * width);
  const weights = encoding === "basis" ? blendedWeights(pack, moment) : null;
  const poseOf = {
    matrix3x4: (element) => boneRows(pack, element, moment).flat(),
    quaternion: (element) => boneRows(pack, element, moment).flat(),
    positionNormal: (element) => blendedTexel(pack, 2 * element, moment),
    offset16: (element) => blendedMoment(moment, (frame) => offsetAt(pack, frame, element), mixed).slice(0, 3),
    basis: (element) => sumOf(pack, element, weights, 3),
  }[encoding];
  for (let element = 0; element < texture.elementCount; element += 1) {
    blended.set(poseOf(element), element * width);
  }
  const count = attributes.POSITION.length / 3;
  for (let vertex = 0; vertex < count; vertex += 1) {
    for (let row = 0; row < 3; row += 1) {
      let value = 0;
      if (mode === "vertex") {
        value = blended[4 * attributes._VERTEX_INDEX[vertex] + row];
      } else {
        for (let i = 4 * vertex; i < 4 * vertex + 4; i += 1) {
          const weight = attributes._BONE_WEIGHT[i];
          if (weight !== 0) {
            const at = 12 * attributes._BONE_INDEX[i] + 4 * row;
            const [x, y, z] = [0, 1, 2].map((axis) => attributes.POSITION[3 * vertex + axis]);
            value += weight * (blended[at] * x + blended[at + 1] * y + blended[at + 2] * z + blended[at + 3]);
          }
        }
      }
      out[3 * vertex + row] = value;
    }
  }
  return out;
}

/** The columns of the rotation of a quaternion (x, y, z, w). */
function axesOf([x, y, z, w]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** The quaternion (x, y, z, w) of a rotation by its columns. */
function quaternionOf([x, y, z]) {
  const trace = x[0] + y[1] + z[2];
  let q;
  if (trace > 0) {
    q = [y[2] - z[1], z[0] - x[2], x[1] - y[0], trace + 1];
  } else if (x[0] >= y[1] && x[0] >= z[2]) {
    q = [1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]];
  } else if (y[1] >= z[2]) {
    q = [x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]];
  } else {
    q = [z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]];
  }
  return q.map((part) => part / Math.hypot(...q));
}

const orthogonalTo = (z, axis) => unitOr([0, 1, 2].map((i) => axis[i] - z[i] * dot(z, axis)), null);

/**
 * The pose of a socket in pack space; rotation x, y, z, w; scale of X negative where the pose mirrors.
 * @param {Pack} pack
 * @param {number} socket Index in the manifest's sockets.
 * @param {Moment} shown
 * @returns {{position: number[], rotation: number[], scale: number[]}}
 */
export function decodeSocket(pack, socket, shown) {
  const moment = storedMoment(pack, shown);
  const { texture, mode, sockets } = pack.manifest;
  const { bone, position, rotation, scale } = sockets[socket];
  const rows =
    mode === "bone"
      ? boneRows(pack, bone, moment)
      : blendedRows(pack, texture.elementCount * texture.texelsPerElement + 3 * socket, moment);
  const frame = axesOf(rotation);
  const columns = frame.map((axis, i) => rows.map((row) => dot(row, axis) * scale[i]));

  // Gram–Schmidt on Z, then Y; X = Y × Z.
  const z = unitOr(columns[2], frame[2]);
  const y = orthogonalTo(z, columns[1]) ?? orthogonalTo(z, frame[1]) ?? orthogonalTo(z, cross(z, frame[0]));
  const mirrored = dot(columns[0], cross(columns[1], columns[2])) < 0;
  return {
    position: rows.map((row) => dot(row, position) + row[3]),
    rotation: quaternionOf([cross(y, z), y, z]),
    scale: [(mirrored ? -1 : 1) * Math.hypot(...columns[0]), Math.hypot(...columns[1]), Math.hypot(...columns[2])],
  };
}
