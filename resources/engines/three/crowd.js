import {
  Box3,
  DataTexture,
  FloatType,
  Frustum,
  Group,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  NearestFilter,
  Quaternion,
  Ray,
  RGBAFormat,
  Sphere,
  Vector3,
} from "three";

import { CrowdState, LAYER_WORDS, WORDS } from "../web/crowd_state.js";
import { decodePositions, decodeSocket } from "../web/decode.js";
import { integerTexture } from "./asset.js";
import { CrowdBounds } from "./crowd_bounds.js";
import { INSTANCES_PER_ROW, VISIBLE_WIDTH } from "./pose_glsl.js";

/** With more changed instances than this, the whole texture is uploaded. */
const MOST_RANGES = 64;

const scratch = {
  position: new Vector3(),
  rotation: new Quaternion(),
  scale: new Vector3(),
  matrix: new Matrix4(),
  inverse: new Matrix4(),
  frustum: new Frustum(),
  sphere: new Sphere(),
  ray: new Ray(),
  eye: new Vector3(),
  corners: [new Vector3(), new Vector3(), new Vector3()],
};

/**
 * Many instances of one pack, each with its own clip, time, speed, tint, palette entry and variant: one draw call per
 * material, and no CPU work for instances that only play. Base class of `TexeletonCrowd` in index.js (WebGLRenderer)
 * and webgpu.js (WebGPURenderer).
 *
 *     const asset = await TexeletonAsset.load("hero.texpack");
 *     const crowd = new TexeletonCrowd(asset, 1000);
 *     scene.add(crowd);
 *     crowd.setMatrixAt(7, matrix);
 *     crowd.play(7, "Run", { fadeSeconds: 0.2 });
 *     crowd.onEvent = ({ instance, name }) => { … };
 *     crowd.update(deltaSeconds);  // once a frame
 */
export class CrowdObject extends Group {
  #state;
  #words;
  #states;
  #places;
  #attributes;
  #levels;
  #bounds;
  #hidden = new Set();
  #lod = 0;
  #lodDistances = null;
  #culled = false;
  #pass = { camera: null, matrix: new Matrix4(), meshes: new Set() };
  #carried = new Set();
  #anchors = new Map();
  #rootMotion = false;
  #motionVectors = false;
  #wasDrawn = false;
  #fadedBefore = false;

  /** Whether it was drawn before. */
  wasDrawn = false;

  /** The clock of the previous frame, with `motionVectors`. */
  clockBefore = { ticks: 0, rest: 0 };

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
    /** Called once when a clip that plays once has ended, after its events: {instance, clip, layer, tick}. */
    this.onFinished = null;

    const rows = Math.max(1, Math.ceil(count / INSTANCES_PER_ROW));
    this.#words = new Uint32Array(rows * INSTANCES_PER_ROW * WORDS);
    this.#states = integerTexture(this.#words, INSTANCES_PER_ROW * 4, rows, 4);
    this.#places = placesTexture(rows);
    this.#bounds = new CrowdBounds(count);
    [this.#states, this.#places].forEach((texture) => {
      texture.onUpdate = () => {
        Object.assign(texture.userData, { onGpu: true, whole: false });
        texture.clearUpdateRanges?.(); // Since r177; before, a texture is always uploaded as a whole.
      };
    });
    this.#attributes = instanceAttributes(this.#states, this.#places);
    /** Shared by the materials of all levels. */
    this.shared = { asset, states: this.#states, places: this.#places };
    this.shared.layers = layersTexture(asset.masks.length > 0 ? rows : 0);
    this.shared.statesBefore = integerTexture(this.#words.slice(), INSTANCES_PER_ROW * 4, rows, 4);
    this.shared.placesBefore = placesTexture(rows);
    this.#levels = asset.levels.map((primitives) => this.#level(primitives));
    const identity = new Matrix4();
    this.#state = new CrowdState(asset.clips, this.#words.subarray(0, count * WORDS), (instance) => {
      sendPart(this.#states, instance * WORDS, WORDS);
      this.#sphereChanged(instance);
    });
    this.#state.masks = asset.masks;
    this.#state.layerWords = asset.masks.length > 0 ? this.shared.layers.image.data : null;
    this.#state.onLayer = (instance) => {
      this.shared.layers.needsUpdate = true;
      this.#sphereChanged(instance);
    };
    for (let i = 0; i < count; i += 1) {
      this.setMatrixAt(i, identity);
    }
    this.lod = 0;
    this.update(0);
    asset.crowds.add(this);
    if (asset.damages?.length > 0) {
      this.showDamage();
    }
  }

  /**
   * Makes a renderer's materials for a material of the pack: {material, depth, distance}, the latter two for shadows.
   * @param {object} level Data shared by the materials of a level of detail.
   */
  makeMaterials() {
    throw new Error("use TexeletonCrowd of index.js or of webgpu.js");
  }

  /** Passes the canary of the texture on the GPU to the asset, now or as soon as possible. */
  examine(_renderer) {}

  /** Changes the materials of a mesh to draw a checker in the bind pose, without the animation texture. */
  damage(_level, _mesh, _primitive) {}

  /** Called when the texture is found to be damaged. */
  showDamage() {
    this.#levels.forEach((level, number) => {
      level.meshes.forEach((mesh, i) => this.damage(level, mesh, this.asset.levels[number][i]));
    });
  }

  /** Called when the clock, `stepped` or the drawn instances have changed. @param {object[]} _levels The crowd's levels. */
  refresh(_levels) {}

  #level(primitives) {
    const rows = Math.max(1, Math.ceil(this.count / VISIBLE_WIDTH));
    const numbers = Uint32Array.from({ length: rows * VISIBLE_WIDTH }, (_, i) => i);
    const level = { visible: integerTexture(numbers, VISIBLE_WIDTH, rows, 1), numbers, listed: false, meshes: [] };
    for (const { geometry, material, materialIndex } of primitives) {
      const own = new InstancedBufferGeometry();
      own.setIndex(geometry.index);
      for (const [name, attribute] of Object.entries(geometry.attributes)) {
        own.setAttribute(name, attribute);
      }
      for (const [name, attribute] of Object.entries(this.#attributes)) {
        own.setAttribute(name, attribute);
      }
      own.instanceCount = this.count;
      own.boundingSphere = new Sphere();
      own.boundingBox = new Box3();
      const made = this.makeMaterials(level, own, material, materialIndex);
      const mesh = new Mesh(own, made.material);
      mesh.customDepthMaterial = made.depth;
      mesh.customDistanceMaterial = made.distance;
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.raycast = () => {}; // The crowd handles it, which has the pose.
      mesh.onBeforeRender = (renderer, scene, camera) => this.#beforePass(renderer, mesh, camera, camera);
      mesh.onBeforeShadow = (renderer, object, camera, shadowCamera) => this.#beforePass(renderer, mesh, shadowCamera, camera);
      level.meshes.push(mesh);
      this.add(mesh);
    }
    return level;
  }

  /** The drawn level of detail, if there are no `lodDistances`. */
  set lod(level) {
    this.#lod = Math.min(Math.max(Math.trunc(level), 0), this.#levels.length - 1);
    this.#listsChanged();
  }

  get lod() {
    return this.#lod;
  }

  /**
   * Levels of detail per instance: beyond distance number n (metres from the camera) level n + 1 is drawn; null: one
   * level for all. Shadows use the level of their instance. The CPU checks each instance in each pass.
   * @type {number[] | null}
   */
  set lodDistances(distances) {
    this.#lodDistances = distances?.length ? [...distances].slice(0, this.#levels.length - 1) : null;
    this.#listsChanged();
  }

  get lodDistances() {
    return this.#lodDistances;
  }

  /** Draws only instances that the camera or light can see. The CPU checks each instance in each pass. */
  set cullInstances(value) {
    this.#culled = Boolean(value);
    this.#listsChanged();
  }

  get cullInstances() {
    return this.#culled;
  }

  /** Number of instances drawn by each level of detail in the last pass. */
  get drawnCounts() {
    return this.#levels.map(({ meshes }) => (meshes[0]?.visible ? meshes[0].geometry.instanceCount : 0));
  }

  get #lists() {
    return this.#culled || this.#lodDistances !== null || this.#hidden.size > 0;
  }

  #listsChanged() {
    this.#pass.camera = null;
    this.#levels.forEach((level, number) => {
      level.listed = this.#lists;
      for (const mesh of level.meshes) {
        mesh.visible = this.#lodDistances !== null || number === this.#lod;
        mesh.geometry.instanceCount = this.count;
      }
    });
    this.refresh(this.#levels);
  }

  /** Whether an instance is drawn. */
  setVisibleAt(instance, visible) {
    if (visible) {
      this.#hidden.delete(instance);
    } else {
      this.#hidden.add(instance);
    }
    this.#listsChanged();
  }

  getVisibleAt(instance) {
    return !this.#hidden.has(instance);
  }

  /** Called for each mesh in each pass, in any order; the first call makes the lists. */
  #beforePass(renderer, mesh, camera, viewer) {
    this.#wasDrawn = true;
    this.wasDrawn = true;
    if (!this.asset.isAsked) {
      this.asset.isAsked = true;
      this.examine(renderer);
    }
    if (!this.#lists) {
      return;
    }
    const pass = this.#pass;
    const matrix = scratch.matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    if (pass.camera === camera && !pass.meshes.has(mesh) && pass.matrix.equals(matrix)) {
      pass.meshes.add(mesh);
      return;
    }
    pass.camera = camera;
    pass.matrix.copy(matrix);
    pass.meshes.clear();
    pass.meshes.add(mesh);
    this.#fill(camera, viewer);
  }

  #fill(camera, viewer) {
    const { spheres } = this.#bounds;
    const { frustum, sphere, eye } = scratch;
    const culls = this.#culled && !camera.isArrayCamera;
    const local = scratch.inverse.multiplyMatrices(this.#pass.matrix, this.matrixWorld);
    frustum.setFromProjectionMatrix(local, camera.coordinateSystem, camera.reversedDepth);
    const scale = this.matrixWorld.getMaxScaleOnAxis();
    eye.setFromMatrixPosition(viewer.matrixWorld).applyMatrix4(local.copy(this.matrixWorld).invert());
    const counts = this.#levels.map(() => 0);
    for (let i = 0; i < this.count; i += 1) {
      if (this.#hidden.size > 0 && this.#hidden.has(i)) {
        continue;
      }
      sphere.center.set(spheres[4 * i], spheres[4 * i + 1], spheres[4 * i + 2]);
      sphere.radius = spheres[4 * i + 3];
      if (culls && !frustum.intersectsSphere(sphere)) {
        continue;
      }
      let level = this.#lod;
      if (this.#lodDistances) {
        const distance = sphere.center.distanceTo(eye) * scale;
        level = 0;
        while (level < this.#lodDistances.length && distance >= this.#lodDistances[level]) {
          level += 1;
        }
      }
      this.#levels[level].numbers[counts[level]] = i;
      counts[level] += 1;
    }
    this.#levels.forEach((level, number) => {
      level.visible.needsUpdate = true;
      for (const { geometry } of level.meshes) {
        geometry.instanceCount = counts[number];
      }
    });
  }

  /** Shows frames without blending. */
  set stepped(value) {
    this.#stepped = Boolean(value);
    this.refresh(this.#levels);
  }

  get stepped() {
    return this.#stepped;
  }

  #stepped = false;

  /**
   * Keeps the previous frame's state for motion vectors (a velocity pass of WebGPURenderer). Costs a copy of all
   * instances per frame.
   */
  set motionVectors(value) {
    this.#motionVectors = Boolean(value);
    this.#wasDrawn = true;
    this.#keepBefore();
  }

  get motionVectors() {
    return this.#motionVectors;
  }

  /** Called before the first change after a frame was drawn. */
  #keepBefore() {
    if (!this.#motionVectors || !this.#wasDrawn) {
      return;
    }
    this.#wasDrawn = false;
    const { statesBefore, placesBefore } = this.shared;
    statesBefore.image.data.set(this.#words);
    placesBefore.image.data.set(this.#places.image.data);
    statesBefore.needsUpdate = true;
    placesBefore.needsUpdate = true;
    this.clockBefore = this.clock;
    this.#fadedBefore = this.#state.anyFades;
  }

  /** @param {number} instance @param {Matrix4} matrix From the pack's space to the crowd's. */
  setMatrixAt(instance, matrix) {
    this.#anchors.delete(instance);
    this.#place(instance, matrix);
  }

  #place(instance, matrix) {
    const { data } = this.#places.image;
    const m = matrix.elements;
    const at = 12 * instance;
    this.#keepBefore();
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 4; column += 1) {
        data[at + 4 * row + column] = m[4 * column + row];
      }
    }
    sendPart(this.#places, at, 12);
    this.#sphereChanged(instance);
  }

  /** @param {number} instance @param {Matrix4} target */
  getMatrixAt(instance, target) {
    const { data } = this.#places.image;
    const at = 12 * instance;
    target.identity();
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 4; column += 1) {
        target.elements[4 * column + row] = data[at + 4 * row + column];
      }
    }
    return target;
  }

  /** Updates the bounds of an instance: those of the clips that it shows. */
  #sphereChanged(instance) {
    if (!this.#state) {
      return;
    }
    const { sphere, matrix } = scratch;
    const clips = this.#state.clipsOf(instance);
    sphere.copy(this.asset.clipSpheres[clips[0]]);
    for (const clip of clips.slice(1)) {
      sphere.union(this.asset.clipSpheres[clip]);
    }
    const layer = this.#state.layerClipOf(instance);
    if (layer >= 0) {
      sphere.radius += 2 * this.asset.clipSpheres[layer].radius; // Its bones are relative to those of the clip below.
    }
    sphere.applyMatrix4(this.getMatrixAt(instance, matrix));
    this.#bounds.set(instance, sphere);
    this.#pass.camera = null;
    if (this.#rootMotion && this.#state.isCarried(instance)) {
      this.#carried.add(instance);
    }
  }

  /** Updates the sphere around all instances, by which three.js culls the crowd. */
  #bound() {
    const box = this.#bounds.box();
    for (const { meshes } of this.#levels) {
      for (const { geometry } of meshes) {
        geometry.boundingBox.min.fromArray(box);
        geometry.boundingBox.max.fromArray(box, 3);
        geometry.boundingBox.getBoundingSphere(geometry.boundingSphere);
      }
    }
  }

  /** @param {number} instance @param {import("three").Color} color */
  setTintAt(instance, color) {
    this.#state.setTint(instance, color.r, color.g, color.b);
  }

  /** Sets an instance's palette entry, if the pack has a palette. */
  setPaletteEntryAt(instance, entry) {
    this.#state.setPaletteEntry(instance, entry);
  }

  /** @param {number} instance @param {string} name */
  setVariantAt(instance, name) {
    this.#state.setVariant(instance, this.asset.variantIndex(name));
  }

  /**
   * Plays a clip. A cross-fade in progress continues below the new one, so that nothing jumps; during two, the clip
   * waits until the first has ended.
   * @param {number} instance
   * @param {string} name
   * @param {{speed?: number, startSeconds?: number, fadeSeconds?: number, events?: boolean}} [options] Default of
   * `startSeconds`: the clip's start (once and backward: its end). `events`: false fires none.
   * @returns {boolean} False: it waits for a fade to end.
   */
  play(instance, name, options = {}) {
    this.#keepBefore();
    const begins = this.#state.play(instance, { ...options, index: this.asset.clipIndex(name) });
    if (options.fadeSeconds > 0) {
      this.refresh(this.#levels);
    }
    return begins;
  }

  /**
   * Plays a clip after the current one and those queued before: at the end of a clip that plays once, or at the end of
   * the current loop. A fade begins then. play() clears the queue.
   * @param {number} instance
   * @param {string} name
   * @param {{speed?: number, startSeconds?: number, fadeSeconds?: number, events?: boolean}} [options]
   */
  queue(instance, name, options = {}) {
    this.#keepBefore();
    this.#state.queue(instance, { ...options, index: this.asset.clipIndex(name) });
    this.refresh(this.#levels);
  }

  /** Clears the queue; the current clip continues. */
  clearQueue(instance) {
    this.#state.clearQueue(instance);
  }

  /** Whether an instance has reached the end of a clip that plays once. */
  isFinished(instance) {
    return this.#state.isFinished(instance);
  }

  /**
   * Plays a clip over an instance's own on the bones of a mask of the pack: an attack of the upper body over a run.
   * Replaces the instance's layer. The layer fades in over `fadeSeconds`. A clip that plays once fades out over the
   * same time before its end, unless `hold` is set; others stay until stopLayer(). Its events have `layer: true`.
   * @param {number} instance
   * @param {string} name Name of the clip.
   * @param {string} mask
   * @param {{speed?: number, startSeconds?: number, fadeSeconds?: number, hold?: boolean, events?: boolean}} [options]
   */
  playLayer(instance, name, mask, options = {}) {
    this.#keepBefore();
    this.#state.playLayer(instance, { ...options, index: this.asset.clipIndex(name), mask: this.asset.maskIndex(mask) });
    this.refresh(this.#levels);
  }

  /** Removes an instance's layer. @param {number} instance @param {{fadeSeconds?: number}} [options] */
  stopLayer(instance, { fadeSeconds = 0 } = {}) {
    this.#keepBefore();
    this.#state.stopLayer(instance, fadeSeconds);
  }

  /** An instance's layer: clip, mask and share; null: none. */
  layerAt(instance) {
    const layer = this.#state.layerOf(instance);
    return layer && { clip: this.asset.clips[layer.index].name, mask: this.asset.masks[layer.mask].name, share: layer.share };
  }

  /** Whether any instance has a layer, now or in the previous frame. */
  get anyLayers() {
    return this.#state.anyLayers;
  }

  /** The current or incoming clip of an instance. */
  clipAt(instance) {
    return this.asset.clips[this.#state.clipOf(instance)].name;
  }

  /** Moves instances by the root motion of their clips; otherwise rootStepAt() returns it. */
  set rootMotion(value) {
    this.#rootMotion = Boolean(value);
    this.#carried.clear();
    this.#anchors.clear();
    for (let i = 0; this.#rootMotion && i < this.count; i += 1) {
      if (this.#state.isCarried(i)) {
        this.#carried.add(i);
      }
    }
  }

  get rootMotion() {
    return this.#rootMotion;
  }

  /**
   * Root motion of the last update() in the space of the instance before it, blended during cross-fades: metres, and
   * radians about +Y.
   * @returns {import("../web/root_motion.js").RootSample}
   */
  rootStepAt(instance) {
    return this.#state.rootStep(instance);
  }

  /** Advances by a step of time (not negative) and calls onEvent and onFinished for what is due. */
  update(deltaSeconds) {
    this.#keepBefore();
    this.#state.update(deltaSeconds, this.onEvent ? (event) => this.onEvent?.(event) : undefined, (end) => this.onFinished?.(end));
    for (const instance of this.#carried) {
      this.#carry(instance);
    }
    if (this.#bounds.isChanged) {
      this.#bound();
    }
    this.refresh(this.#levels);
  }

  /**
   * With one clip: the place at its start times the root motion since, so that errors do not accumulate over loops.
   * During a cross-fade: step by step.
   */
  #carry(instance) {
    const state = this.#state;
    if (!state.isCarried(instance)) {
      this.#carried.delete(instance);
      this.#anchors.delete(instance);
      return;
    }
    const anchor = this.#anchors.get(instance);
    const clip = state.playingOf(instance);
    const { matrix, inverse } = scratch;
    if (anchor && anchor.clip === clip && !state.fades(instance)) {
      const way = state.rootWay(instance, anchor.seconds, state.secondsOf(instance));
      this.#place(instance, matrix.copy(anchor.matrix).multiply(rootMatrix(way, inverse)));
      return;
    }
    this.getMatrixAt(instance, matrix).multiply(rootMatrix(state.rootStep(instance), inverse));
    this.#place(instance, matrix);
    this.#anchors.set(instance, { clip, seconds: state.secondsOf(instance), matrix: this.getMatrixAt(instance, new Matrix4()) });
  }

  get clock() {
    return this.#state.clock;
  }

  /** Whether any instance may be in a cross-fade, now or in the previous frame. */
  get anyFades() {
    return this.#state.anyFades || this.#fadedBefore;
  }

  /** The moment that an instance shows, for the functions of ../web/decode.js. @returns {import("../web/decode.js").Moment} */
  momentOf(instance) {
    return this.#state.momentOf(instance, this.#stepped);
  }

  /**
   * The matrix of an instance's socket in the crowd's space, in full orientation, also during a cross-fade.
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

  /**
   * Intersects the animated pose: `instanceId` is the instance, `faceIndex` the triangle of the primitive `primitive`
   * of level 0. Hidden meshes of the variant are ignored. Only instances whose bounds the ray intersects are decoded.
   */
  raycast(raycaster, intersects) {
    const { spheres } = this.#bounds;
    const { sphere, ray, matrix, inverse, corners } = scratch;
    const point = new Vector3();
    for (let instance = 0; instance < this.count; instance += 1) {
      if (this.#hidden.has(instance)) {
        continue;
      }
      sphere.center.fromArray(spheres, 4 * instance);
      sphere.radius = spheres[4 * instance + 3];
      sphere.applyMatrix4(this.matrixWorld);
      if (!raycaster.ray.intersectsSphere(sphere)) {
        continue;
      }
      matrix.multiplyMatrices(this.matrixWorld, this.getMatrixAt(instance, inverse));
      ray.copy(raycaster.ray).applyMatrix4(inverse.copy(matrix).invert());
      const positions = decodePositions(this.asset.pack, this.momentOf(instance));
      this.asset.pack.mesh.lods[0].primitives.forEach(({ indices, material: number }, primitive) => {
        const { material } = this.#levels[0].meshes[primitive];
        for (let i = 0; i < indices.length; i += 3) {
          if (!this.#isShown(instance, primitive, i)) {
            continue;
          }
          corners.forEach((corner, k) => corner.fromArray(positions, 3 * indices[i + k]));
          const hit = ray.intersectTriangle(...corners, material.side === 0, point);
          if (hit) {
            const world = point.clone().applyMatrix4(matrix);
            const distance = raycaster.ray.origin.distanceTo(world);
            if (distance >= raycaster.near && distance <= raycaster.far) {
              const normal = new Vector3().subVectors(corners[1], corners[0]).cross(corners[2].clone().sub(corners[0])).normalize();
              const face = { a: indices[i], b: indices[i + 1], c: indices[i + 2], normal, materialIndex: number };
              intersects.push({ distance, point: world, object: this, instanceId: instance, primitive, face, faceIndex: i / 3 });
            }
          }
        }
      });
    }
  }

  /** Whether an instance's variant shows a triangle of level 0. */
  #isShown(instance, primitive, index) {
    const { variants } = this.asset;
    if (variants.length === 0 || !this.asset.manifest.meshes) {
      return true;
    }
    const variant = variants[this.#words[instance * WORDS] >>> 16];
    return variant.meshes.some((mesh) =>
      this.asset.manifest.meshes[mesh].ranges.some(
        (range) => range.lod === 0 && range.primitive === primitive && index >= range.firstIndex && index < range.firstIndex + range.indexCount,
      ),
    );
  }

  /** Frees the crowd's GPU resources; the asset remains. */
  dispose() {
    this.asset.crowds.delete(this);
    for (const { visible, meshes } of this.#levels) {
      visible.dispose();
      for (const { geometry, material, customDepthMaterial, customDistanceMaterial } of meshes) {
        // Other crowds use the asset's attributes.
        for (const name of Object.keys(geometry.attributes)) {
          if (!(name in this.#attributes)) {
            geometry.deleteAttribute(name);
          }
        }
        geometry.setIndex(null);
        geometry.dispose();
        material.dispose();
        customDepthMaterial?.dispose();
        customDistanceMaterial?.dispose();
      }
    }
    const { states, places, layers, statesBefore, placesBefore } = this.shared;
    [states, places, layers, statesBefore, placesBefore].forEach((texture) => texture.dispose());
    this.clear();
    this.removeFromParent();
  }
}

/** Two texels per instance; without masks, two texels in total. */
function layersTexture(rows) {
  const width = rows > 0 ? INSTANCES_PER_ROW : 1;
  return integerTexture(new Uint32Array(width * Math.max(rows, 1) * LAYER_WORDS), width * 2, Math.max(rows, 1), 4);
}

function rootMatrix({ x, y, z, yaw }, target) {
  return target.makeRotationY(yaw).setPosition(x, y, z);
}

function placesTexture(rows) {
  const data = new Float32Array(rows * INSTANCES_PER_ROW * 12);
  const texture = new DataTexture(data, INSTANCES_PER_ROW * 3, rows, RGBAFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

/**
 * The same numbers as instance attributes, which are faster than texels if all instances are drawn. Only those textures
 * and buffers that are in use are uploaded.
 */
function instanceAttributes(states, places) {
  const result = {};
  for (const [name, texture, count] of [["texState", states, 4], ["texPlace", places, 3]]) {
    const buffer = new InstancedInterleavedBuffer(texture.image.data, 4 * count, 1);
    texture.userData.buffer = buffer;
    for (let i = 0; i < count; i += 1) {
      result[`${name}${i}`] = new InterleavedBufferAttribute(buffer, 4, 4 * i);
    }
  }
  return result;
}

/** Uploads a part of a texture and its buffer, or everything if many parts have changed or nothing was uploaded before. */
function sendPart(texture, start, count) {
  const { buffer } = texture.userData;
  buffer.needsUpdate = true;
  if (buffer.updateRanges.length >= MOST_RANGES) {
    buffer.clearUpdateRanges();
    buffer.addUpdateRange(0, buffer.array.length);
  } else if (buffer.updateRanges[0]?.count !== buffer.array.length) {
    buffer.addUpdateRange(start, count);
  }
  texture.needsUpdate = true;
  if (!texture.userData.onGpu || texture.userData.whole || !texture.addUpdateRange) {
    return;
  }
  if (texture.updateRanges.length >= MOST_RANGES) {
    texture.clearUpdateRanges();
    texture.userData.whole = true;
    return;
  }
  texture.addUpdateRange(start, count);
}
