import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import type { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { InstanceCrowd } from "../web-crowd/instance_crowd.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/instance_crowd.js";

/** Many instances of one character, on Babylon.js' own BakedVertexAnimationManager and thin instances. */
export class TexeletonCrowd extends InstanceCrowd {
  private constructor();
  /** @param url Address of NAME.vat.json. */
  static load(url: string | URL, scene: Scene, count?: number): Promise<TexeletonCrowd>;

  /** One per material (and, with variants, per mesh of the source): for shadows and materials. */
  readonly meshes: AbstractMesh[];
  /** Damages to the texture on the GPU; if there are any, the bind pose is drawn as a checker. */
  readonly damages: { name: string; text: string; mend: string }[];

  /** The place of an instance in the scene's space. */
  setMatrixAt(instance: number, matrix: Matrix): void;
  matrixAt(instance: number): Matrix;
  /** Multiplies the colour of an instance. */
  setTintAt(instance: number, color: { r: number; g: number; b: number }): void;
  /** Shows a variant in all instances; without a name, everything. */
  showVariant(name?: string): void;
  /** The pose of a socket in the scene's own space; below a parent, multiply it by the inverse of the parent's world matrix. */
  socketMatrix(instance: number, name: string): Matrix;
}
