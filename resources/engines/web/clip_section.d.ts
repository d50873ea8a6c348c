/**
 * A part of a clip as a clip, from the frame nearest to `fromSeconds` to the one nearest to `toSeconds`. Its times,
 * events and root motion count from its start; its bounds are those of the clip. Once: it shows both of these frames.
 * Looping: the last frame blends into the first, in place of the frame at `toSeconds`.
 * @template {import("./clip.js").Clip} T
 * @param {T} clip
 * @param {string} name Name of the section.
 * @param {number} fromSeconds
 * @param {number} toSeconds
 * @param {boolean} [loop]
 * @returns {T & {section: {of: T, fromSeconds: number}}} `fromSeconds`: time of the first frame.
 */
export function clipSection<T extends import("./clip.js").Clip>(clip: T, name: string, fromSeconds: number, toSeconds: number, loop?: boolean): T & {
    section: {
        of: T;
        fromSeconds: number;
    };
};
