/** 32-bit words of an instance: four texels of four. */
export const WORDS: 16;
/** 32-bit words of an instance's layer in crowds with layers: two texels of four. */
export const LAYER_WORDS: 8;
/**
 * @typedef {object} Playing A clip that an instance plays.
 * @property {number} index Index of the clip.
 * @property {import("./clip.js").Clip} clip
 * @property {number} speed
 * @property {number} startSeconds
 * @property {number} startTicks On the clock that is never re-based.
 * @property {import("./crowd_clock.js").CrowdRecord} record
 */
export class CrowdState {
    /**
     * @param {import("./clip.js").Clip[]} clips Clips of the manifest.
     * @param {Uint32Array} words Words of the instances, for the shader.
     * @param {(instance: number) => void} onChange Called when an instance's words have changed.
     */
    constructor(clips: import("./clip.js").Clip[], words: Uint32Array, onChange: (instance: number) => void);
    clips: import("./clip.js").Clip[];
    words: Uint32Array<ArrayBufferLike>;
    onChange: (instance: number) => void;
    /** The clock for shaders: ticks since the last re-basing, and the rest of a tick. */
    get clock(): {
        ticks: number;
        rest: number;
    };
    /** The clock at the previous update, for motion vectors. It is 0 if records were re-based since. */
    get clockBefore(): {
        ticks: number;
        rest: number;
    };
    /** Whether any instance may be in a cross-fade, now or at the previous update. Only then shaders read A and B. */
    get anyFades(): boolean;
    /** Words of layers, LAYER_WORDS per instance; null before the first layer. @type {Uint32Array | null} */
    layerWords: Uint32Array | null;
    /** The masks that layers refer to by index. @type {import("./layers.js").LayerMask[]} */
    masks: import("./layers.js").LayerMask[];
    /** Called when an instance's layer has changed. @type {(instance: number) => void} */
    onLayer: (instance: number) => void;
    /** Whether any instance has a layer, now or at the previous update. */
    get anyLayers(): boolean;
    /**
     * Plays a clip over an instance's own on the bones of a mask; replaces its layer. The layer fades in over
     * `fadeSeconds`. A clip that plays once fades out over the same time before its end, unless `hold` is set; others
     * stay until stopLayer().
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
    /** Fades an instance's layer out over `fadeSeconds`; its events end with it. */
    stopLayer(instance: any, fadeSeconds?: number): void;
    /** An instance's layer: clip, mask and current share; null: none. */
    layerOf(instance: any, clock?: {
        ticks: number;
        rest: number;
    }): {
        index: any;
        mask: any;
        share: number;
    };
    /** Ticks since the start; never re-based. */
    get ticks(): number;
    /**
     * Plays a clip. A fade in progress continues below the new one, lerp(lerp(A, B, s₁), C, s₂), so that nothing jumps.
     * During two fades the clip waits until the first has ended; the last waiting clip counts. Clears the queue.
     * @returns {boolean} False: it waits for a fade to end.
     */
    play(instance: any, options: any): boolean;
    /**
     * Plays a clip after the current one and those queued before: at the end of a clip that plays once (at once if it has
     * ended), or at the end of the current loop. A fade begins then.
     */
    queue(instance: any, options: any): void;
    /** Clears the queue; the current clip continues. */
    clearQueue(instance: any): void;
    /** Whether an instance has reached the end of a clip that plays once. */
    isFinished(instance: any): any;
    /** Red, green, blue from 0 to 1. */
    setTint(instance: any, red: any, green: any, blue: any): void;
    setVariant(instance: any, variant: any): void;
    setPaletteEntry(instance: any, entry: any): void;
    /**
     * Advances by a step of time and fires the events that came due, in order. A step that is not finite and positive
     * does nothing. Without `onEvent` events cost nothing and are not fired later.
     * @param {number} deltaSeconds
     * @param {(event: object) => void} [onEvent]
     * @param {(end: {instance: number, layer: boolean, clip: string, tick: number}) => void} [onFinished] Called once
     * when a clip that plays once has ended, after its events and before a queued clip begins.
     */
    update(deltaSeconds: number, onEvent?: (event: object) => void, onFinished?: (end: {
        instance: number;
        layer: boolean;
        clip: string;
        tick: number;
    }) => void): void;
    /** The current or incoming clip of an instance; a waiting one does not count. */
    clipOf(instance: any): any;
    /** The current or incoming clip with its speed and start; a new object for each play(). */
    playingOf(instance: any): any;
    /** Indices of the clips that an instance may show until it plays another one. */
    clipsOf(instance: any): any[];
    /** Index of the clip of an instance's layer; −1: none. */
    layerClipOf(instance: any): any;
    /** The moment that an instance shows, for the functions of decode.js. @returns {import("./decode.js").Moment} */
    momentOf(instance: any, stepped?: boolean, clock?: {
        ticks: number;
        rest: number;
    }): import("./decode.js").Moment;
    /** Whether a visible clip of an instance has root motion. */
    isCarried(instance: any): boolean;
    /**
     * Root motion of the last update(), in the space of the instance before it, blended during cross-fades.
     * @returns {import("./root_motion.js").RootSample}
     */
    rootStep(instance: any): import("./root_motion.js").RootSample;
    /** Unrolled seconds in the current or incoming clip. */
    secondsOf(instance: any): any;
    /** Whether an instance is in a cross-fade. */
    fades(instance: any): boolean;
    /** Root motion of the current clip from one of its times to another. */
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
     * Index of the clip.
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
