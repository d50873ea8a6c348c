import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/types.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample };

/** Many instances of one character, on Babylon.js' own BakedVertexAnimationManager and thin instances. */
export class TexeletonCrowd {
  private constructor();
  /** @param url Of NAME.vat.json. */
  static load(url: string | URL, scene: Scene, count?: number): Promise<TexeletonCrowd>;

  /** One for each material (and, with variants, for each mesh of the source): for shadows and materials. */
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

  /** Where an instance stands, in the scene's own space. */
  setMatrixAt(instance: number, matrix: Matrix): void;
  matrixAt(instance: number): Matrix;
  /** Multiplies the colour of an instance. */
  setTintAt(instance: number, color: { r: number; g: number; b: number }): void;
  /** Shows one variant, in all instances; without a name everything. */
  showVariant(name?: string): void;
  /** The pose of a socket in the scene's own space; below a parent, multiply it by the inverse of the parent's world matrix. */
  socketMatrix(instance: number, name: string): Matrix;
  /** A clip that is asked for with a fade while one is under way begins when that has ended. */
  play(instance: number, clip: string, options?: PlayOptions): void;
  /** Plays a clip after the current one and those queued before; a loop ends at the end of the current loop. */
  queue(instance: number, clip: string, options?: PlayOptions): void;
  /** Clears the queue; the current clip continues. */
  clearQueue(instance: number): void;
  /** Adds a section of a clip to the clips. Both ends are rounded to frames. */
  addSection(name: string, clip: string, fromSeconds: number, toSeconds: number, options?: { loop?: boolean }): void;
  /** Seconds from the start of the clip that an instance plays; unrolled when it loops. */
  positionOf(instance: number): number;
  /** Whether an instance has reached the end of a clip that plays once. */
  isFinished(instance: number): boolean;
  /** Where root motion has carried an instance since its clip began, in glTF's space. */
  rootMotionAt(instance: number): RootSample;
  /** Once a frame. */
  update(seconds: number): void;
  dispose(): void;
}
