/**
 * Events fired while the unrolled position moves from `from` to `to` seconds. None if they are equal or not finite.
 * @param {Clip} clip
 * @param {number} from
 * @param {number} to
 */
export function eventsBetween(clip: Clip, from: number, to: number): FiredEvents;
/**
 * Events fired by starting at `at`: those exactly there. At the start of a loop those at 0, not those at L.
 * @param {Clip} clip
 * @param {number} at
 * @param {boolean} backward
 */
export function eventsAtStart(clip: Clip, at: number, backward: boolean): FiredEvents;
/** The events of one step, found one by one while iterating. */
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
    /** Their number, by formula: a step of any size costs the same. */
    get count(): number;
    /** @returns {Generator<FiredEvent>} */
    [Symbol.iterator](): Generator<FiredEvent>;
    #private;
}
export type Clip = import("./clip.js").Clip;
export type FiredEvent = {
    /**
     * Index into the clip's events.
     */
    index: number;
    /**
     * Number of the loop; 0 for clips that play once, negative before the start.
     */
    loop: number;
    name: string;
    parameter: string;
    /**
     * Time from the start of the clip.
     */
    timeSeconds: number;
};
