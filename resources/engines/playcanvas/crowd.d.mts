import type { AppBase, Entity, Mat4, Quat, Vec3 } from "playcanvas";
import { InstanceCrowd } from "../web-crowd/instance_crowd.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/instance_crowd.js";

/** Many instances of one character, on PlayCanvas' own VatCharacters script. */
export class TexeletonCrowd extends InstanceCrowd {
  private constructor();
  /** @param url Address of NAME.playcanvas.json. */
  static load(url: string | URL, app: AppBase, count?: number, options?: { castShadows?: boolean; parent?: Entity }): Promise<TexeletonCrowd>;

  /** The parent of an entity per material. */
  readonly entity: Entity;

  /** The place of an instance, relative to the crowd's entity. */
  setTransform(instance: number, position: Vec3, rotation?: Quat, scale?: number): void;
  /** The pose of an instance's socket, relative to the crowd's entity. */
  socketMatrix(instance: number, name: string): Mat4;
}
