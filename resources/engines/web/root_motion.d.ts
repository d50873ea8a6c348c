/** The track of a clip of the manifest as samples; null where it has none. @returns {RootSample[] | null} */
export function rootTrack(clip: any): RootSample[] | null;
/** `first`, then `second` in the space where it left off. */
export function followedBy(first: any, second: any): {
    x: any;
    y: any;
    z: any;
    yaw: any;
};
/** The way back. */
export function inverse(motion: any): {
    x: number;
    y: number;
    z: number;
    yaw: number;
};
/**
 * Where the clip has carried the character `seconds` (unrolled) after its start. A character placed at A is at A·this.
 * @param {import("./clip.js").Clip} clip
 * @param {RootSample[] | null} samples Of rootTrack().
 * @param {number} seconds
 * @returns {RootSample}
 */
export function rootMotionAt(clip: import("./clip.js").Clip, samples: RootSample[] | null, seconds: number): RootSample;
/** The step from one time to another, in the space that the character has at the first. */
export function rootMotionBetween(clip: any, samples: any, fromSeconds: any, toSeconds: any): {
    x: any;
    y: any;
    z: any;
    yaw: any;
};
/**
 * Metres and radians.
 */
export type RootSample = {
    x: number;
    y: number;
    z: number;
    yaw: number;
};
