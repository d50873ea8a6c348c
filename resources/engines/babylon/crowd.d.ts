import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/types.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample };

/** Many instances of one character, on Babylon.js' own BakedVertexAnimationManager and thin instances. */
export class TexeletonCrowd {
  private constructor();
  /** @param url Address of NAME.vat.json. */
  static load(url: string | URL, scene: Scene, count?: number): Promise<TexeletonCrowd>;

  /** One per material (and, with variants, per mesh of the source): for shadows and materials. */
  readonly meshes: AbstractMesh[];
  /** Damages to the texture on the GPU; if there are any, the bind pose is drawn as a checker. */
  readonly damages: { name: string; text: string; mend: string }[];
  /** Called for each event, once; those at the start of a clip in the next update(). */
  onEvent: ((event: CrowdEvent) => void) | null;
  /** Called once when a clip that plays once has ended, after its events. */
  onFinished: ((end: CrowdEnd) => void) | null;
  readonly count: number;
  readonly clips: CrowdClip[];
  readonly sockets: CrowdSocket[];

  /** The place of an instance in the scene's space. */
  setMatrixAt(instance: number, matrix: Matrix): void;
  matrixAt(instance: number): Matrix;
  /** Multiplies the colour of an instance. */
  setTintAt(instance: number, color: { r: number; g: number; b: number }): void;
  /** Shows a variant in all instances; without a name, everything. */
  showVariant(name?: string): void;
  /** The pose of a socket in the scene's own space; below a parent, multiply it by the inverse of the parent's world matrix. */
  socketMatrix(instance: number, name: string): Matrix;
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
