/** The length as players use it: 0 unless finite and positive. @param {Clip} clip */
export function playLength(clip: Clip): number;
/** Whether it loops when played. @param {Clip} clip */
export function playsAsLoop(clip: Clip): boolean;
/**
 * A clip's data for a shader.
 * @param {Clip} clip
 * @returns {{first: number, frames: number, loops: boolean}} First frame in the texture, number of frames, whether it
 * loops when played.
 */
export function shownFrames(clip: Clip): {
    first: number;
    frames: number;
    loops: boolean;
};
/**
 * Frames at `seconds` from the clip's start. Looping: position frac(t/L)·N, the last frame blends into the first.
 * Once: position clamp(t/L, 0, 1)·(N − 1). A time that is not finite counts as 0.
 * @param {Clip} clip
 * @param {number} seconds
 * @returns {Frames}
 */
export function sampleClip(clip: Clip, seconds: number): Frames;
/** @param {number} value @param {number} low @param {number} high */
export function clamp(value: number, low: number, high: number): number;
/**
 * The properties of a manifest's clip that players need.
 */
export type Clip = {
    /**
     * First frame in the texture.
     */
    frameBegin: number;
    frameCount: number;
    lengthSeconds: number;
    loop: boolean;
    /**
     * Ascending in time.
     */
    events?: {
        name: string;
        timeSeconds: number;
        parameter?: string;
    }[];
};
/**
 * Input of a shader: two frames of the texture and the fraction between them, in [0, 1).
 */
export type Frames = {
    current: number;
    next: number;
    fraction: number;
};
