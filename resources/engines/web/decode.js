// What a pack shows, on the CPU: the reference for shaders, for picking, and for whatever hangs on a socket.

/** @typedef {import("./clip.js").Frames} Frames */
/** @typedef {import("./pack.js").Pack} Pack */

/**
 * A moment to show: frames of one clip, or of two clips during a cross-fade, `share` being the second's.
 * @typedef {{from: Frames, to?: Frames, share?: number}} Moment
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

/** Texel `texel` of a frame, blended as the moment says. */
function blendedTexel(pack, texel, { from, to, share = 0 }) {
  const out = [0, 0, 0, 0];
  if (!to || share < 1) {
    addFrames(pack, from, texel, to ? 1 - share : 1, out);
  }
  if (to && share > 0) {
    addFrames(pack, to, texel, share, out);
  }
  return out;
}

const blendedRows = (pack, firstTexel, moment) => [0, 1, 2].map((row) => blendedTexel(pack, firstTexel + row, moment));

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const scaled = (v, s) => [v[0] * s, v[1] * s, v[2] * s];
const at = (array, width, index) => Array.from(array.subarray(index * width, index * width + width));

/** The vector at length 1, or `otherwise` where it has none. */
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
 * @param {Moment} moment
 * @returns {{position: number[], normal: number[]}}
 */
export function decodeVertex(pack, vertex, moment) {
  const { attributes } = pack.mesh;
  const bindNormal = at(attributes.NORMAL, 3, vertex);
  if (pack.manifest.mode === "vertex") {
    const texel = 2 * attributes._VERTEX_INDEX[vertex];
    const position = blendedTexel(pack, texel, moment).slice(0, 3);
    return { position, normal: unitOr(blendedTexel(pack, texel + 1, moment).slice(0, 3), bindNormal) };
  }
  const rows = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
  for (let i = 0; i < 4; i += 1) {
    const weight = attributes._BONE_WEIGHT[4 * vertex + i];
    if (weight !== 0) {
      blendedRows(pack, 3 * attributes._BONE_INDEX[4 * vertex + i], moment).forEach((row, r) =>
        row.forEach((value, column) => {
          rows[r][column] += weight * value;
        }),
      );
    }
  }
  const bind = at(attributes.POSITION, 3, vertex);
  return { position: rows.map((row) => dot(row, bind) + row[3]), normal: turnedNormal(rows, bindNormal) };
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
 * @param {number} socket Number in the manifest's sockets.
 * @param {Moment} moment
 * @returns {{position: number[], rotation: number[], scale: number[]}}
 */
export function decodeSocket(pack, socket, moment) {
  const { texture, mode, sockets } = pack.manifest;
  const { bone, position, rotation, scale } = sockets[socket];
  const first = mode === "bone" ? 3 * bone : texture.elementCount * texture.texelsPerElement + 3 * socket;
  const rows = blendedRows(pack, first, moment);
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
