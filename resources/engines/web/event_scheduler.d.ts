/**
 * The events of a crowd by due time: asking costs by the events that fire, not by the instances alive. An event fires at
 * the tick (crowd_clock.js) at which the instance's integer phase reaches it. Order: by tick, then by instance.
 */
export class EventScheduler {
    /**
     * Instance `instance` plays `clip` at `speed` from `startSeconds` of the clip on, beginning at `nowTicks`. Replaces what
     * it played.
     * @param {number} instance
     * @param {Clip} clip
     * @param {number} speed
     * @param {number} startSeconds
     * @param {number} nowTicks
     * @param {boolean} [fireAtStart] Whether events exactly at the start fire.
     */
    set(instance: number, clip: Clip, speed: number, startSeconds: number, nowTicks: number, fireAtStart?: boolean): void;
    /** @param {number} instance */
    remove(instance: number): void;
    /**
     * Time went on to `nowTicks` and nobody wants to hear what came due. Costs nothing, however many instances there are;
     * next() leaves those events out.
     */
    pass(nowTicks: any): void;
    /** The next event due at or before `nowTicks`, or null. Call until it is null. */
    next(nowTicks: any): {
        instance: any;
        tick: any;
        index: any;
        loop: any;
        name: any;
        parameter: any;
        timeSeconds: any;
    };
    #private;
}
export type Clip = import("./clip.js").Clip;
