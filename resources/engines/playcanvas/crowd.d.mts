import type { AppBase, Entity, Mat4, Quat, Vec3 } from "playcanvas";
import type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample } from "../web-crowd/types.js";
export type { CrowdClip, CrowdEnd, CrowdEvent, CrowdSocket, PlayOptions, RootSample };

/** Many instances of one character, on PlayCanvas' own VatCharacters script. */
export class TexeletonCrowd {
  private constructor();
  /** @param url Address of NAME.playcanvas.json. */
  static load(url: string | URL, app: AppBase, count?: number, options?: { castShadows?: boolean; parent?: Entity }): Promise<TexeletonCrowd>;

  /** The parent of an entity per material. */
  readonly entity: Entity;
  /** Called for each event, once; those at the start of a clip in the next update(). */
  onEvent: ((event: CrowdEvent) => void) | null;
  /** Called once when a clip that plays once has ended, after its events. */
  onFinished: ((end: CrowdEnd) => void) | null;
  readonly count: number;
  readonly clips: CrowdClip[];
  readonly sockets: CrowdSocket[];

  /** The place of an instance, relative to the crowd's entity. */
  setTransform(instance: number, position: Vec3, rotation?: Quat, scale?: number): void;
  /** The pose of an instance's socket, relative to the crowd's entity. */
  socketMatrix(instance: number, name: string): Mat4;
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
