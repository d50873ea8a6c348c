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
