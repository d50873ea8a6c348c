/** Whole ticks since the start of the program, and the rest. @param {number} seconds */
export function crowdTime(seconds: number): {
    ticks: number;
    rest: number;
};
/** Turns of a clip per tick at `speed`. */
export function turnsPerTick(clip: any, speed: any): any;
/**
 * The record of an instance that at tick `nowTicks` is at `startSeconds` of the clip and moves at `speed` (negative:
 * backward; to play once backward, start at the clip's length).
 * @param {Clip} clip
 * @param {number} speed
 * @param {number} startSeconds
 * @param {number} [nowTicks]
 * @returns {CrowdRecord}
 */
export function crowdRecord(clip: Clip, speed: number, startSeconds: number, nowTicks?: number): CrowdRecord;
/**
 * The same motion for a clock that restarts at 0 at `ticks`; removes the accumulated rounding of the step.
 * @param {CrowdRecord} record
 * @param {Clip} clip
 * @param {number} speed
 * @param {number} ticks
 * @returns {CrowdRecord}
 */
export function rebased(record: CrowdRecord, clip: Clip, speed: number, ticks: number): CrowdRecord;
/** Position of a looping record in turns · 2³². @param {CrowdRecord} record @param {CrowdClock} clock */
export function loopPhaseAt(record: CrowdRecord, clock: CrowdClock): number;
/**
 * Position of a record that plays once, in turns · 2³²; `atEnd`: a whole turn, which 32 bits cannot hold.
 * @param {CrowdRecord} record
 * @param {CrowdClock} clock
 */
export function oncePhaseAt(record: CrowdRecord, clock: CrowdClock): {
    phase: number;
    atEnd: boolean;
};
/**
 * The frames that an instance shows.
 * @param {Clip} clip
 * @param {CrowdRecord} record
 * @param {CrowdClock} clock
 * @returns {Frames}
 */
export function crowdFrames(clip: Clip, record: CrowdRecord, clock: CrowdClock): Frames;
/** Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends. */
export function fadeShare(startTicks: any, durationTicks: any, clock: any): number;
/** @typedef {import("./clip.js").Clip} Clip */
/** @typedef {import("./clip.js").Frames} Frames */
/**
 * @typedef {object} CrowdClock The clock of all instances.
 * @property {number} ticks Ticks since the last re-basing, 32 bits.
 * @property {number} rest Rest of a tick, in 1/65,536.
 *
 * @typedef {object} CrowdRecord The movement of one instance through its clip.
 * @property {number} phase Looping: position at tick 0 in turns · 2³². Once: the tick at which it starts (with step 0:
 * its constant position).
 * @property {number} stepHigh Step per tick in turns · 2³², signed.
 * @property {number} stepLow The lower 16 bits of the step.
 */
export const TICKS_PER_SECOND: 1024;
/** The longest time between re-basings, in ticks (12 days). */
export const REBASE_TICKS: number;
export function roundAway(value: any): number;
export type Clip = import("./clip.js").Clip;
export type Frames = import("./clip.js").Frames;
/**
 * The clock of all instances.
 */
export type CrowdClock = {
    /**
     * Ticks since the last re-basing, 32 bits.
     */
    ticks: number;
    /**
     * Rest of a tick, in 1/65,536.
     */
    rest: number;
};
/**
 * The movement of one instance through its clip.
 */
export type CrowdRecord = {
    /**
     * Looping: position at tick 0 in turns · 2³². Once: the tick at which it starts (with step 0:
     * its constant position).
     */
    phase: number;
    /**
     * Step per tick in turns · 2³², signed.
     */
    stepHigh: number;
    /**
     * The lower 16 bits of the step.
     */
    stepLow: number;
};
