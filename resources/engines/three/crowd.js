import {
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Quaternion,
  Vector3,
} from "three";

import { TICKS_PER_SECOND, REBASE_TICKS, crowdFrames, crowdRecord, crowdTime, fadeShare, rebased } from "../web/crowd_clock.js";
import { decodeSocket } from "../web/decode.js";
import { EventScheduler } from "../web/event_scheduler.js";
import { crowdUniforms, posedMaterial, shadowMaterials } from "./materials.js";

const scratch = { position: new Vector3(), rotation: new Quaternion(), scale: new Vector3(), matrix: new Matrix4() };

/**
 * Many instances of one pack, each with its own clip, time, speed, tint, palette entry and variant: one draw a material,
 * and no work on the CPU for instances that only play.
 *
 *     const asset = await TexeletonAsset.load("hero.texpack");
 *     const crowd = new TexeletonCrowd(asset, 1000);
 *     scene.add(crowd);
 *     crowd.setMatrixAt(7, matrix);
 *     crowd.play(7, "Run", { fadeSeconds: 0.2 });
 *     crowd.onEvent = ({ instance, name }) => { … };
 *     crowd.update(deltaSeconds);  // once a frame
 */
export class TexeletonCrowd extends Group {
  #records = []; // By instance: clips, records and speeds of A and B, the fade.
  #scheduler = new EventScheduler();
  #seconds = 0;
  #now = { ticks: 0, rest: 0 };
  #base = 0;
  #placed = true;

  /**
   * @param {import("./asset.js").TexeletonAsset} asset
   * @param {number} count Instances.
   */
  constructor(asset, count) {
    super();
    this.asset = asset;
    this.count = count;
    /** Called with each event of an instance: {instance, name, parameter, timeSeconds, loop}. */
    this.onEvent = null;

    const instanced = (array, width, normalized = false) => {
      const attribute = new InstancedBufferAttribute(array, width, normalized);
      attribute.setUsage(DynamicDrawUsage);
      return attribute;
    };
    this.#attributes = {
      texPlay: instanced(new Uint32Array(4 * count), 4),
      texPhase: instanced(new Uint32Array(4 * count), 4),
      texTint: instanced(new Uint8Array(4 * count).fill(255), 4, true),
      texVariant: instanced(new Uint8Array(count), 1),
    };
    this.#uniforms = crowdUniforms(asset);
    this.#levels = asset.levels.map((level) => level.map((primitive, i) => this.#mesh(primitive, i)));
    const [first] = this.#levels[0];
    for (const mesh of this.#levels.flat()) {
      mesh.instanceMatrix = first.instanceMatrix;
    }
    this.lod = 0;
    const identity = new Matrix4();
    for (let i = 0; i < count; i += 1) {
      this.setMatrixAt(i, identity);
      this.setPaletteEntryAt(i, 0);
      this.#records.push(null);
      this.play(i, asset.clips[0].name, { events: false });
    }
  }

  #attributes;
  #uniforms;
  #levels;

  #mesh({ geometry, material }, index) {
    const own = new BufferGeometry();
    own.setIndex(geometry.index);
    for (const [name, attribute] of Object.entries({ ...geometry.attributes, ...this.#attributes })) {
      own.setAttribute(name, attribute);
    }
    own.boundingSphere = this.asset.boundingSphere.clone();
    const materialIndex = this.asset.pack.mesh.lods[0].primitives[index]?.material ?? index;
    const mesh = new InstancedMesh(own, posedMaterial(this.asset, this.#uniforms, own, material, materialIndex), this.count);
    const shadows = shadowMaterials(this.asset, this.#uniforms, own, material);
    mesh.customDepthMaterial = shadows.depth;
    mesh.customDistanceMaterial = shadows.distance;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.add(mesh);
    return mesh;
  }

  /** The level of detail that is drawn. */
  set lod(level) {
    this.#lod = Math.min(Math.max(Math.trunc(level), 0), this.#levels.length - 1);
    this.#levels.forEach((meshes, i) => {
      for (const mesh of meshes) {
        mesh.visible = i === this.#lod;
      }
    });
  }

  get lod() {
    return this.#lod;
  }

  #lod = 0;

  /** Stepped playback: frames are shown as they are, not blended. */
  set stepped(value) {
    this.#uniforms.texLayout.value[2] = value ? 1 : 0;
  }

  get stepped() {
    return this.#uniforms.texLayout.value[2] === 1;
  }

  /** @param {number} instance @param {Matrix4} matrix Of the pack's space in the crowd's. */
  setMatrixAt(instance, matrix) {
    const { instanceMatrix } = this.#levels[0][0];
    matrix.toArray(instanceMatrix.array, 16 * instance);
    instanceMatrix.needsUpdate = true;
    this.#placed = true;
  }

  /** @param {number} instance @param {Matrix4} target */
  getMatrixAt(instance, target) {
    return target.fromArray(this.#levels[0][0].instanceMatrix.array, 16 * instance);
  }

  /** @param {number} instance @param {import("three").Color} color */
  setTintAt(instance, color) {
    const { texTint } = this.#attributes;
    [color.r, color.g, color.b].forEach((part, i) => {
      texTint.array[4 * instance + i] = Math.round(Math.min(Math.max(part, 0), 1) * 255);
    });
    texTint.needsUpdate = true;
  }

  /** Which entry of the palette it shows, where the pack has one. */
  setPaletteEntryAt(instance, entry) {
    this.#attributes.texTint.array[4 * instance + 3] = entry;
    this.#attributes.texTint.needsUpdate = true;
  }

  /** @param {number} instance @param {string} name */
  setVariantAt(instance, name) {
    this.#attributes.texVariant.array[instance] = this.asset.variantIndex(name);
    this.#attributes.texVariant.needsUpdate = true;
  }

  /**
   * Goes over into a clip.
   * @param {number} instance
   * @param {string} name
   * @param {{speed?: number, startSeconds?: number, fadeSeconds?: number, events?: boolean}} [options] Without
   *   `startSeconds` at the clip's start (once and backward: at its end). `events`: false fires none at all.
   */
  play(instance, name, { speed = 1, startSeconds, fadeSeconds = 0, events = true } = {}) {
    const index = this.asset.clipIndex(name);
    const clip = this.asset.clips[index];
    const start = startSeconds ?? (speed < 0 && !clip.loop ? clip.lengthSeconds : 0);
    const to = { index, clip, speed, record: crowdRecord(clip, speed, start, this.#clock.ticks) };
    const before = this.#records[instance];
    const fadeTicks = before ? Math.max(0, Math.round(fadeSeconds * TICKS_PER_SECOND)) : 0;
    const state = { from: before?.to ?? to, to, fadeStart: this.#clock.ticks, fadeTicks };
    this.#records[instance] = state;
    this.#write(instance);
    if (events) {
      this.#scheduler.set(instance, clip, speed, start, this.#now.ticks);
    } else {
      this.#scheduler.remove(instance);
    }
  }

  #write(instance) {
    const { from, to, fadeStart, fadeTicks } = this.#records[instance];
    const { texPlay, texPhase } = this.#attributes;
    texPlay.array.set(
      [from.index | (to.index << 16), fadeStart, fadeTicks, from.record.stepLow | (to.record.stepLow << 16)],
      4 * instance,
    );
    texPhase.array.set([from.record.phase, from.record.stepHigh, to.record.phase, to.record.stepHigh], 4 * instance);
    texPlay.needsUpdate = true;
    texPhase.needsUpdate = true;
  }

  get #clock() {
    return { ticks: this.#now.ticks - this.#base, rest: this.#now.rest };
  }

  /** Goes on by a step of time (not negative) and calls onEvent for what came due. */
  update(deltaSeconds) {
    if (Number.isFinite(deltaSeconds) && deltaSeconds > 0) {
      this.#seconds += deltaSeconds;
      this.#now = crowdTime(this.#seconds);
    }
    if (this.#now.ticks - this.#base >= REBASE_TICKS) {
      this.#rebase();
    }
    const { ticks, rest } = this.#clock;
    this.#uniforms.texClock.value[0] = ticks;
    this.#uniforms.texClock.value[1] = rest;
    if (this.#placed) {
      this.#placed = false;
      for (const mesh of this.#levels.flat()) {
        mesh.computeBoundingSphere();
      }
    }
    for (let event = this.#scheduler.next(this.#now.ticks); event; event = this.#scheduler.next(this.#now.ticks)) {
      this.onEvent?.(event);
    }
  }

  #rebase() {
    const { ticks } = this.#clock;
    this.#base = this.#now.ticks;
    this.#records.forEach((state, instance) => {
      const moved = (played) => ({ ...played, record: rebased(played.record, played.clip, played.speed, ticks) });
      const fadeStart = Math.max(state.fadeStart - ticks, -REBASE_TICKS);
      this.#records[instance] = { ...state, from: moved(state.from), to: moved(state.to), fadeStart };
      this.#write(instance);
    });
  }

  /** What an instance shows, for the functions of ../web/decode.js. @returns {import("../web/decode.js").Moment} */
  momentOf(instance) {
    const { from, to, fadeStart, fadeTicks } = this.#records[instance];
    const clock = this.#clock;
    const moment = {
      from: crowdFrames(from.clip, from.record, clock),
      to: crowdFrames(to.clip, to.record, clock),
      share: fadeShare(fadeStart, fadeTicks, clock),
    };
    if (this.stepped) {
      moment.from.fraction = 0;
      moment.to.fraction = 0;
    }
    return moment;
  }

  /**
   * Where a socket of an instance is, in the crowd's space, in full orientation and right during a cross-fade.
   * @param {number} instance
   * @param {string} name
   * @param {Matrix4} target
   */
  socketMatrix(instance, name, target) {
    const pose = decodeSocket(this.asset.pack, this.asset.socketIndex(name), this.momentOf(instance));
    const { position, rotation, scale, matrix } = scratch;
    matrix.compose(position.fromArray(pose.position), rotation.fromArray(pose.rotation), scale.fromArray(pose.scale));
    return this.getMatrixAt(instance, target).multiply(matrix);
  }

  dispose() {
    for (const mesh of this.#levels.flat()) {
      // The asset's attributes stay on the GPU for other crowds.
      for (const name of Object.keys(mesh.geometry.attributes)) {
        if (!(name in this.#attributes)) {
          mesh.geometry.deleteAttribute(name);
        }
      }
      mesh.geometry.setIndex(null);
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.customDepthMaterial.dispose();
      mesh.customDistanceMaterial.dispose();
      mesh.dispose();
    }
    this.#uniforms.texSeen.value?.dispose();
    this.removeFromParent();
  }
}
