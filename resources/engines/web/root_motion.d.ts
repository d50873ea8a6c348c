/** The root track of a manifest's clip as samples; null if it has none. @returns {RootSample[] | null} */
export function rootTrack(clip: any): RootSample[] | null;
/** `first`, then `second` in the space where `first` ends. */
export function followedBy(first: any, second: any): {
    x: any;
    y: any;
    z: any;
    yaw: any;
};
/** The inverse motion. */
export function inverse(motion: any): {
    x: number;
    y: number;
    z: number;
    yaw: number;
};
/**
 * The movement of the character `seconds` (unrolled) after the clip's start. A character placed at A is at A·this.
 * @param {import("./clip.js").Clip} clip
 * @param {RootSample[] | null} samples Result of rootTrack().
 * @param {number} seconds
 * @returns {RootSample}
 */
export function rootMotionAt(clip: import("./clip.js").Clip, samples: RootSample[] | null, seconds: number): RootSample;
/** The movement from one time to another, in the space of the character at the first. */
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
