// Types shared by the crowds of Babylon.js, Babylon Lite and PlayCanvas.
import type { Clip } from "../web/clip.js";

/** A clip of NAME.vat.json or NAME.playcanvas.json. */
export interface CrowdClip extends Clip {
  name: string;
}

export interface CrowdSocket {
  name: string;
}

export interface CrowdEvent {
  instance: number;
  name: string;
  parameter?: string;
  /** In the clip. */
  timeSeconds: number;
  clip: string;
}

/** The end of a clip that plays once. */
export interface CrowdEnd {
  instance: number;
  clip: string;
}

export interface PlayOptions {
  /** Negative: backward. */
  speed?: number;
  /** Default: the start, or the end of a clip that plays once backward. */
  startSeconds?: number;
  /** Length of the cross-fade; default: none. */
  fadeSeconds?: number;
}

/** Metres, and radians about +Y. */
export interface RootSample {
  x: number;
  y: number;
  z: number;
  yaw: number;
}

export class InstanceCrowd {
  protected constructor();

  /** Called for each event, once; those at the start of a clip in the next update(). */
  onEvent: ((event: CrowdEvent) => void) | null;
  /** Called once when a clip that plays once has ended, after its events. */
  onFinished: ((end: CrowdEnd) => void) | null;
  readonly count: number;
  readonly clips: CrowdClip[];
  readonly sockets: CrowdSocket[];

  /** Plays a clip. With a fade during another fade it waits for the end of that. */
  play(instance: number, clip: string, options?: PlayOptions): void;
  /** Plays a clip after the current one and those queued before; a loop ends at the end of the current loop. */
  queue(instance: number, clip: string, options?: PlayOptions): void;
  /** Clears the queue; the current clip continues. */
  clearQueue(instance: number): void;
  /** Adds a section of a clip to the clips. Both ends are rounded to frames. */
  addSection(name: string, clip: string, fromSeconds: number, toSeconds: number, options?: { loop?: boolean }): void;
  /** Seconds from the start of an instance's clip; unrolled if it loops. */
  positionOf(instance: number): number;
  /** Whether an instance has reached the end of a clip that plays once. */
  isFinished(instance: number): boolean;
  /** The root motion of an instance since its clip began, in glTF's space. */
  rootMotionAt(instance: number): RootSample;
  /** Call it once per frame. */
  update(seconds: number): void;
  dispose(): void;
}
