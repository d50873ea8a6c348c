/** @typedef {import("./clip.js").Clip} Clip */
/**
 * Plays one clip: a step of time in, two frames, a fraction and the events on the way out.
 *
 *     const ticker = new AnimationTicker();
 *     for (const event of ticker.play(clip)) { … }
 *     for (const event of ticker.tick(deltaSeconds)) { … }
 *     const { current, next, fraction } = ticker.frames;
 *
 * The position is kept in seconds from the clip's start: unrolled when the clip loops, in [0, length] when it plays once.
 */
export class AnimationTicker {
    /**
     * Starts `clip` at its start (once with a negative speed: at its end) or at `startSeconds`, and returns the events
     * exactly there. A speed or start that is not finite changes nothing.
     * @param {Clip} clip
     * @param {number} [speed]
     * @param {number} [startSeconds]
     */
    play(clip: Clip, speed?: number, startSeconds?: number): FiredEvents;
    /** Advances by speed · `deltaSeconds` and returns the events on the way. A step that is not finite changes nothing. */
    tick(deltaSeconds: any): FiredEvents;
    /** Moves to a position without firing events. */
    seek(seconds: any): void;
    /** 1 is the clip's own speed, negative is backward, 0 holds still. */
    set speed(value: number);
    get speed(): number;
    get clip(): {
        frameBegin: number;
        frameCount: number;
        lengthSeconds: number;
        loop: boolean;
        events: any[];
    };
    get positionSeconds(): number;
    get frames(): import("./clip.js").Frames;
    /** Whether a clip that plays once has reached its end in the direction of its speed. */
    get finished(): boolean;
    #private;
}
export type Clip = import("./clip.js").Clip;
import { FiredEvents } from "./events.js";
