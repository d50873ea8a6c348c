/**
 * Which bones a layer plays on, by how much, and what each stands against in the second clip: the nearest bone above it
 * without a weight, −1 where there is none.
 * @typedef {{name?: string, weights: number[], anchors: number[]}} LayerMask
 */
/**
 * A mask of weights, one a bone of the manifest.
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
 * Which bones a layer plays on, by how much, and what each stands against in the second clip: the nearest bone above it
 * without a weight, −1 where there is none.
 */
export type LayerMask = {
    name?: string;
    weights: number[];
    anchors: number[];
};
