/**
 * The events of a crowd by due time: the cost depends on the events that fire, not on the number of instances. An event
 * fires at the tick (crowd_clock.js) at which the instance's integer phase reaches it. Order: by tick, then by
 * instance.
 */
export class EventScheduler {
    /**
     * Plays `clip` on `instance` at `speed` from `startSeconds` of the clip, starting at `nowTicks`. Replaces its clip.
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
     * Advances to `nowTicks` without a listener: next() leaves out the events due until then. Costs nothing, however many
     * instances there are.
     */
    pass(nowTicks: any): void;
    /** The next event due at or before `nowTicks`. Call until it is null. */
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
