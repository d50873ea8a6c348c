import { Box3, Color, DataTexture, Group, Matrix4, Sphere, Texture } from "three";

/** Metres, and radians about +Y. */
export interface RootSample {
  x: number;
  y: number;
  z: number;
  yaw: number;
}

export interface PackEvent {
  name: string;
  timeSeconds: number;
  parameter?: string;
}

export interface PackClip {
  name: string;
  frameBegin: number;
  frameCount: number;
  lengthSeconds: number;
  loop: boolean;
  events: PackEvent[];
  bounds: { min: number[]; max: number[] };
}

export interface PackSocket {
  name: string;
  bone: number;
  position: number[];
  rotation: number[];
  scale: number[];
  direction: number[];
}

/** Two frames of the texture and the fraction between them. */
export interface Frames {
  current: number;
  next: number;
  fraction: number;
}

/** The moment of an instance: one clip, or several in a cross-fade. */
export interface Moment {
  from: Frames;
  to?: Frames;
  share?: number;
  last?: Frames;
  lastShare?: number;
  /** A layer above all of these. */
  over?: { frames: Frames; share: number; mask: LayerMask };
}

/** The bones of a layer: a weight and an anchor each, relative to which the bone moves; −1: none. */
export interface LayerMask {
  name?: string;
  weights: number[];
  anchors: number[];
}

export interface LayerOptions {
  speed?: number;
  startSeconds?: number;
  /** Time of its fade-in and fade-out. */
  fadeSeconds?: number;
  /** A clip that plays once stays at its last pose until stopLayer(). */
  hold?: boolean;
  /** false: this clip fires no events. */
  events?: boolean;
}

export interface CrowdEvent {
  instance: number;
  /** Whether it belongs to the layer. */
  layer: boolean;
  name: string;
  parameter: string;
  timeSeconds: number;
  loop: number;
  /** In 1/1024 s since the crowd's start. */
  tick: number;
}

/** The end of a clip that plays once. */
export interface CrowdEnd {
  instance: number;
  clip: string;
  /** Whether it belongs to the layer. */
  layer: boolean;
  /** In 1/1024 s since the crowd's start. */
  tick: number;
}

export interface PlayOptions {
  /** 1 is the clip's own speed, negative is backward, 0 holds still. */
  speed?: number;
  /** Default: the clip's start; for a clip that plays once backward, its end. */
  startSeconds?: number;
  fadeSeconds?: number;
  /** false: this clip fires no events. */
  events?: boolean;
}

/** A pack on the GPU: texture, meshes, materials. Any number of crowds share it. */
export class TexeletonAsset {
  private constructor();
  /** @param url Folder of the pack. */
  static load(url: string | URL): Promise<TexeletonAsset>;
  /** Reads a pack from any place: `read` returns "manifest.json" and its other files. */
  static read(read: (file: string) => Promise<ArrayBuffer> | ArrayBuffer): Promise<TexeletonAsset>;
  readonly clips: PackClip[];
  readonly sockets: PackSocket[];
  readonly variants: { name: string; meshes: number[] }[];
  /** Bounds of one character in all clips, in the pack's space. */
  readonly boundingSphere: Sphere;
  readonly clipSpheres: Sphere[];
  readonly box: Box3;
  readonly texture: DataTexture;
  readonly images: Map<Texture, number>;
  /** Damages to the texture on the GPU; null until a crowd is first drawn. */
  readonly damages: { name: string; text: string; mend: string }[] | null;
  /** Adds a section of a clip to the clips, before crowds are made of the asset. Both ends are rounded to frames. */
  addSection(name: string, clip: string, fromSeconds: number, toSeconds: number, options?: { loop?: boolean }): void;
  clipIndex(name: string): number;
  socketIndex(name: string): number;
  variantIndex(name: string): number;
  /** The pack's masks for layers. */
  readonly masks: LayerMask[];
  maskIndex(name: string): number;
  dispose(): void;
}

/** Many instances of one pack. Call `update()` once per frame. */
export class TexeletonCrowd extends Group {
  constructor(asset: TexeletonAsset, count: number);
  readonly asset: TexeletonAsset;
  readonly count: number;
  onEvent: ((event: CrowdEvent) => void) | null;
  /** Called once when a clip that plays once has ended, after its events. */
  onFinished: ((end: CrowdEnd) => void) | null;
  /** The level of detail of all instances, if there are no `lodDistances`. */
  lod: number;
  /** Beyond distance number n (metres) an instance is drawn at level n + 1. */
  lodDistances: number[] | null;
  cullInstances: boolean;
  stepped: boolean;
  /** Moves instances by the root motion of their clips. */
  rootMotion: boolean;
  /** Keeps the previous frame's state for motion vectors (WebGPURenderer). */
  motionVectors: boolean;
  readonly drawnCounts: number[];
  readonly clock: { ticks: number; rest: number };
  setMatrixAt(instance: number, matrix: Matrix4): void;
  getMatrixAt(instance: number, target: Matrix4): Matrix4;
  setVisibleAt(instance: number, visible: boolean): void;
  getVisibleAt(instance: number): boolean;
  setTintAt(instance: number, color: Color): void;
  setPaletteEntryAt(instance: number, entry: number): void;
  setVariantAt(instance: number, name: string): void;
  /** @returns false: it waits for a cross-fade to end. */
  play(instance: number, clip: string, options?: PlayOptions): boolean;
  /** Plays a clip after the current one and those queued before; a loop ends at the end of the current loop. */
  queue(instance: number, clip: string, options?: PlayOptions): void;
  /** Clears the queue; the current clip continues. */
  clearQueue(instance: number): void;
  /** Whether an instance has reached the end of a clip that plays once. */
  isFinished(instance: number): boolean;
  clipAt(instance: number): string;
  /** Plays a clip over an instance's own on the bones of a mask of the pack. */
  playLayer(instance: number, clip: string, mask: string, options?: LayerOptions): void;
  stopLayer(instance: number, options?: { fadeSeconds?: number }): void;
  layerAt(instance: number): { clip: string; mask: string; share: number } | null;
  /** The matrix of a socket in the crowd's space. */
  socketMatrix(instance: number, socket: string, target: Matrix4): Matrix4;
  /** Root motion of the last update(), in the space of the instance before it. */
  rootStepAt(instance: number): RootSample;
  momentOf(instance: number): Moment;
  update(deltaSeconds: number): void;
  dispose(): void;
}

export function rootTrack(clip: PackClip): RootSample[] | null;
export function rootMotionAt(clip: PackClip, track: RootSample[] | null, seconds: number): RootSample;
export function rootMotionBetween(clip: PackClip, track: RootSample[] | null, from: number, to: number): RootSample;
