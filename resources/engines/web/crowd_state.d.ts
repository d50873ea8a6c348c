/** 32-bit words of an instance: four texels of four. */
export const WORDS: 16;
/** 32-bit words of an instance's layer, where a crowd has layers: two texels of four. */
export const LAYER_WORDS: 8;
/**
 * @typedef {object} Playing A clip that an instance plays.
 * @property {number} index Of the clip.
 * @property {import("./clip.js").Clip} clip
 * @property {number} speed
 * @property {number} startSeconds
 * @property {number} startTicks On the clock that is never re-based.
 * @property {import("./crowd_clock.js").CrowdRecord} record
 */
export class CrowdState {
    /**
     * @param {import("./clip.js").Clip[]} clips Of the manifest.
     * @param {Uint32Array} words Of the instances; what a shader reads.
     * @param {(instance: number) => void} onChange Called when an instance's words have changed.
     */
    constructor(clips: import("./clip.js").Clip[], words: Uint32Array, onChange: (instance: number) => void);
    clips: import("./clip.js").Clip[];
    words: Uint32Array<ArrayBufferLike>;
    onChange: (instance: number) => void;
    /** Ticks since the last re-basing and the rest of one: what shaders are given. */
    get clock(): {
        ticks: number;
        rest: number;
    };
    /** The clock of the update before, for motion vectors. It starts at 0 where records were re-based in between. */
    get clockBefore(): {
        ticks: number;
        rest: number;
    };
    /** Whether an instance may be in a cross-fade, now or in the update before: shaders look below C only then. */
    get anyFades(): boolean;
    /** Words of layers, LAYER_WORDS an instance; null until there was one. @type {Uint32Array | null} */
    layerWords: Uint32Array | null;
    /** The masks that layers name by number. @type {import("./layers.js").LayerMask[]} */
    masks: import("./layers.js").LayerMask[];
    /** Called when an instance's layer has changed. @type {(instance: number) => void} */
    onLayer: (instance: number) => void;
    /** Whether an instance has a layer, now or in the update before. */
    get anyLayers(): boolean;
    /**
     * Puts a clip over what an instance plays, on the bones of a mask, in place of the layer that it has. Its share rises over
     * `fadeSeconds`. A clip that plays once leaves by itself, its share falling over as long until its end, unless it is to
     * `hold`; others stay until stopLayer().
     */
    playLayer(instance: any, { index, mask, speed, startSeconds, fadeSeconds, hold, events }: {
        index: any;
        mask: any;
        speed?: number;
        startSeconds: any;
        fadeSeconds?: number;
        hold?: boolean;
        events?: boolean;
    }): void;
    /** Takes an instance's layer off, its share falling over `fadeSeconds`; its events end with it. */
    stopLayer(instance: any, fadeSeconds?: number): void;
    /** The clip that an instance's layer plays, its mask and its share now; null: it has none. */
    layerOf(instance: any, clock?: {
        ticks: number;
        rest: number;
    }): {
        index: any;
        mask: any;
        share: number;
    };
    /** Ticks since the start, never re-based. */
    get ticks(): number;
    /**
     * Goes over into a clip. A fade that is under way goes on below the new one: what is seen is
     * lerp(lerp(A, B, s₁), C, s₂), so nothing jumps. When two fades are under way already, the clip starts as soon as the
     * first of them has ended; of several that wait, the last one counts. What was queued is forgotten.
     * @returns {boolean} False: it waits.
     */
    play(instance: any, options: any): boolean;
    /**
     * Plays a clip when what the instance plays has ended, and what was queued before it: at the last pose of a clip that plays
     * once, or at the end of the loop that it is in. At once where a clip that plays once has ended already. A fade begins there.
     */
    queue(instance: any, options: any): void;
    /** Forgets what was queued; the clip that plays goes on. */
    clearQueue(instance: any): void;
    /** Whether an instance has come to the end of a clip that plays once. */
    isFinished(instance: any): any;
    /** Red, green, blue from 0 to 1. */
    setTint(instance: any, red: any, green: any, blue: any): void;
    setVariant(instance: any, variant: any): void;
    setPaletteEntry(instance: any, entry: any): void;
    /**
     * Goes on by a step of time and gives the events that came due, in their order. A step that is not finite or not
     * positive does nothing. Without `onEvent` events cost nothing, and are not given later.
     * @param {number} deltaSeconds
     * @param {(event: object) => void} [onEvent]
     * @param {(end: {instance: number, layer: boolean, clip: string, tick: number}) => void} [onFinished] Called once when a
     *   clip that plays once has come to its end, after its events and before a clip that was queued begins.
     */
    update(deltaSeconds: number, onEvent?: (event: object) => void, onFinished?: (end: {
        instance: number;
        layer: boolean;
        clip: string;
        tick: number;
    }) => void): void;
    /** The clip that an instance plays or goes over into; one that waits does not count yet. */
    clipOf(instance: any): any;
    /** What an instance plays, as an object that changes with each play(). */
    playingOf(instance: any): any;
    /** Numbers of the clips that an instance may show until it is told to play another. */
    clipsOf(instance: any): any[];
    /** Number of the clip of an instance's layer; −1: it has none. */
    layerClipOf(instance: any): any;
    /** What an instance shows, for the functions of decode.js. @returns {import("./decode.js").Moment} */
    momentOf(instance: any, stepped?: boolean, clock?: {
        ticks: number;
        rest: number;
    }): import("./decode.js").Moment;
    /** Whether any clip of an instance that is seen carries it. */
    isCarried(instance: any): boolean;
    /**
     * The way that root motion made in the last update(), in the space that the instance had before it: during a
     * cross-fade the clips' ways, blended as they are.
     * @returns {import("./root_motion.js").RootSample}
     */
    rootStep(instance: any): import("./root_motion.js").RootSample;
    /** Unrolled seconds in the clip that an instance plays or goes over into. */
    secondsOf(instance: any): any;
    /** Whether a cross-fade is under way. */
    fades(instance: any): boolean;
    /** The way of the clip that plays from one time in it to another. */
    rootWay(instance: any, fromSeconds: any, toSeconds: any): {
        x: any;
        y: any;
        z: any;
        yaw: any;
    };
    #private;
}
/**
 * A clip that an instance plays.
 */
export type Playing = {
    /**
     * Of the clip.
     */
    index: number;
    clip: import("./clip.js").Clip;
    speed: number;
    startSeconds: number;
    /**
     * On the clock that is never re-based.
     */
    startTicks: number;
    record: import("./crowd_clock.js").CrowdRecord;
};
