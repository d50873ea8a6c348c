import type { EngineContext, Mesh, SceneContext } from "@babylonjs/lite";
import type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/types.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample };

/** Many instances of one character, on Babylon Lite's own attachVat() and thin instances. */
export class TexeletonCrowd {
  private constructor();
  /** Call it before registerScene(). @param url Address of NAME.lite.vat.json. */
  static load(url: string | URL, engine: EngineContext, scene: SceneContext, count?: number): Promise<TexeletonCrowd>;

  /** Shows the nearest frame without blending. */
  stepped: boolean;
  /** One per material (and, with variants, per mesh of the source): for shadows. */
  readonly meshes: Mesh[];
  /** Called for each event, once; those at the start of a clip in the next update(). */
  onEvent: ((event: CrowdEvent) => void) | null;
  /** Called once when a clip that plays once has ended, after its events. */
  onFinished: ((end: CrowdEnd) => void) | null;
  readonly count: number;
  readonly clips: CrowdClip[];
  readonly sockets: CrowdSocket[];

  /** The place of an instance in the scene's space: 16 numbers, by columns. */
  setMatrixAt(instance: number, matrix: ArrayLike<number>): void;
  /** Multiplies the colour of an instance; linear. */
  setTintAt(instance: number, color: { r: number; g: number; b: number }): void;
  /** Shows a variant in all instances; without a name, everything. */
  showVariant(name?: string): void;
  /** Gives the meshes the box of the whole crowd, for the shadow generators of directional lights. */
  boundWholeCrowd(): void;
  /** The pose of a socket in the scene: 16 numbers, the columns of a matrix. */
  socketMatrix(instance: number, name: string): number[];
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
