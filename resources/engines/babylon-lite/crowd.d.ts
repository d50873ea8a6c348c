import type { EngineContext, Mesh, SceneContext } from "@babylonjs/lite";
import { InstanceCrowd } from "../web-crowd/instance_crowd.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/instance_crowd.js";

/** Many instances of one character, on Babylon Lite's own attachVat() and thin instances. */
export class TexeletonCrowd extends InstanceCrowd {
  private constructor();
  /** Call it before registerScene(). @param url Address of NAME.lite.vat.json. */
  static load(url: string | URL, engine: EngineContext, scene: SceneContext, count?: number): Promise<TexeletonCrowd>;

  /** Shows the nearest frame without blending. */
  stepped: boolean;
  /** One per material (and, with variants, per mesh of the source): for shadows. */
  readonly meshes: Mesh[];

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
}
