/**
 * The bones of a layer: a weight and an anchor each. The anchor, relative to which the bone moves, is the nearest bone
 * above it without a weight; −1: none.
 * @typedef {{name?: string, weights: number[], anchors: number[]}} LayerMask
 */
/**
 * Makes a mask of weights, one per bone of the manifest.
 * @param {{parent: number}[]} bones @param {number[]} weights @returns {LayerMask}
 */
export function layerMask(bones: {
    parent: number;
}[], weights: number[], name: any): LayerMask;
/** The product of two matrices, each three rows of four. */
export function composed(a: any, b: any): any;
/** The inverse of a matrix; null: it has none. */
export function inverseOf([x, y, z]: [any, any, any]): number[][];
export function masksOf({ bones, masks }: {
    bones: any;
    masks?: any[];
}): LayerMask[];
/**
 * The bones of a layer: a weight and an anchor each. The anchor, relative to which the bone moves, is the nearest bone
 * above it without a weight; −1: none.
 */
export type LayerMask = {
    name?: string;
    weights: number[];
    anchors: number[];
};
