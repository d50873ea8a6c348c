// Layers: a second clip on some bones, over the first (FORMAT.md, "Playing").

/**
 * The bones of a layer: a weight and an anchor each. The anchor, relative to which the bone moves, is the nearest bone
 * above it without a weight; −1: none.
 * @typedef {{name?: string, weights: number[], anchors: number[]}} LayerMask
 */

/**
 * Makes a mask of weights, one per bone of the manifest.
 * @param {{parent: number}[]} bones @param {number[]} weights @returns {LayerMask}
 */
export function layerMask(bones, weights, name) {
  if (weights.length !== bones.length) {
    throw new Error(`a mask of this pack has ${bones.length} weights, one a bone, not ${weights.length}`);
  }
  const anchors = weights.map((weight, bone) => {
    let above = weight > 0 ? bones[bone].parent : -1;
    for (let steps = 0; above >= 0 && weights[above] > 0 && steps < bones.length; steps += 1) {
      above = bones[above].parent;
    }
    return above;
  });
  return { name, weights: [...weights], anchors };
}

/** The masks of a pack, in the order of its manifest. @returns {LayerMask[]} */
export const masksOf = ({ bones, masks = [] }) => masks.map(({ name, weights }) => layerMask(bones, weights, name));

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** The product of two matrices, each three rows of four. */
export function composed(a, b) {
  return a.map((row) => [0, 1, 2, 3].map((column) => row[0] * b[0][column] + row[1] * b[1][column] + row[2] * b[2][column] + (column === 3 ? row[3] : 0)));
}

/** The inverse of a matrix; null: it has none. */
export function inverseOf([x, y, z]) {
  const yz = cross(y, z);
  const determinant = dot(x, yz);
  if (Math.abs(determinant) < 1e-20) {
    return null;
  }
  const columns = [yz, cross(z, x), cross(x, y)];
  return [0, 1, 2].map((row) => {
    const part = columns.map((column) => column[row] / determinant);
    return [...part, -(part[0] * x[3] + part[1] * y[3] + part[2] * z[3])];
  });
}
