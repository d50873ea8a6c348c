/**
 * The stored frames that a pack with a frame table has for frames as its clips count them (FORMAT.md, "Frame table"), and the
 * fraction between those. Without a table the frames themselves.
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
 * The positions of all vertices, in pack space: what decodeVertex() gives for each, in one go.
 * @param {Pack} pack
 * @param {Moment} shown
 * @param {Float32Array} [out] Three numbers a vertex.
 */
export function decodePositions(pack: Pack, shown: Moment, out?: Float32Array): Float32Array<ArrayBufferLike>;
/**
 * The pose of a socket in pack space; rotation x, y, z, w; scale of X negative where the pose mirrors.
 * @param {Pack} pack
 * @param {number} socket Number in the manifest's sockets.
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
 * A moment to show: frames of one clip, or of two clips during a cross-fade, `share` being the second's. Where a fade was
 * interrupted, the last clip goes over what the first two give, `lastShare` being its share.
 * `over` is a layer: a clip that the bones of its mask play over all of that.
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
