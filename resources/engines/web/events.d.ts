/**
 * What fires while the unrolled position goes from `from` to `to` seconds. Nothing when they are equal or not finite.
 * @param {Clip} clip
 * @param {number} from
 * @param {number} to
 */
export function eventsBetween(clip: Clip, from: number, to: number): FiredEvents;
/**
 * What fires because playing starts at `at`: events that lie exactly there. At the start of a loop those at 0, not those
 * at L.
 * @param {Clip} clip
 * @param {number} at
 * @param {boolean} backward
 */
export function eventsAtStart(clip: Clip, at: number, backward: boolean): FiredEvents;
/** The events of one step, found one by one as they are asked for: iterate over it. */
export class FiredEvents {
    static none(): FiredEvents;
    /** Use eventsBetween() and eventsAtStart(). */
    constructor(events: any, length: any, from: any, to: any, kind: any);
    events: any;
    length: any;
    from: any;
    to: any;
    kind: any;
    get backward(): boolean;
    /** How many there are, by the formulas: a step of any size costs the same. */
    get count(): number;
    /** @returns {Generator<FiredEvent>} */
    [Symbol.iterator](): Generator<FiredEvent>;
    #private;
}
export type Clip = import("./clip.js").Clip;
export type FiredEvent = {
    /**
     * Into the clip's events.
     */
    index: number;
    /**
     * Which time round; 0 for clips that play once, negative before the start.
     */
    loop: number;
    name: string;
    parameter: string;
    /**
     * From the start of the clip.
     */
    timeSeconds: number;
};
