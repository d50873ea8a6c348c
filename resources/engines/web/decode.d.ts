/**
 * Converts frames of clips to stored frames and the fraction between them, by the pack's frame table (FORMAT.md).
 * Without a table they are the same.
 * @param {Pack} pack
 * @param {Frames} frames
 * @returns {Frames}
 */
export function storedFrames({ manifest, texels }: Pack, frames: Frames): Frames;
/**
 * Position and normal of a vertex, in pack space.
 * @param {Pack} pack
 * @param {number} vertex
 * @param {Moment} shown
 * @returns {{position: number[], normal: number[]}}
 */
export function decodeVertex(pack: Pack, vertex: number, shown: Moment): {
    position: number[];
    normal: number[];
};
/**
 * The positions of all vertices in pack space, as by decodeVertex().
 * @param {Pack} pack
 * @param {Moment} shown
 * @param {Float32Array} [out] Three numbers per vertex.
 */
export function decodePositions(pack: Pack, shown: Moment, out?: Float32Array): Float32Array<ArrayBufferLike>;
/**
 * The pose of a socket in pack space; rotation x, y, z, w; scale of X negative where the pose mirrors.
 * @param {Pack} pack
 * @param {number} socket Index in the manifest's sockets.
 * @param {Moment} shown
 * @returns {{position: number[], rotation: number[], scale: number[]}}
 */
export function decodeSocket(pack: Pack, socket: number, shown: Moment): {
    position: number[];
    rotation: number[];
    scale: number[];
};
export function halfToNumber(bits: number): number;
export function texelsAt({ width, type, data }: import("./exr.js").Texels): (x: any, y: any) => number[] | Uint16Array<ArrayBufferLike> | Float32Array<ArrayBufferLike>;
export type Frames = import("./clip.js").Frames;
export type Pack = import("./pack.js").Pack;
/**
 * A moment to show: frames of one clip, or of two clips during a cross-fade; `share` is the second's. `last`: the clip
 * that interrupted the fade, above the others by `lastShare`. `over`: a layer, a clip on the bones of its mask, above
 * all of these.
 */
export type Moment = {
    from: Frames;
    to?: Frames;
    share?: number;
    last?: Frames;
    lastShare?: number;
    over?: {
        frames: Frames;
        share: number;
        mask: import("./layers.js").LayerMask;
    };
};
