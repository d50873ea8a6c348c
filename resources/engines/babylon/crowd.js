// A crowd for Babylon.js on its own BakedVertexAnimationManager and thin instances.
//
//     const crowd = await TexeletonCrowd.load("hero.vat.json", scene, 100);
//     crowd.play(7, "Run", { startSeconds: 0.3 });
//     scene.onBeforeRenderObservable.add(() => crowd.update(engine.getDeltaTime() / 1000));
//
// Babylon's shader shows one frame at a time. An instance has (from, to, offset, rate), and at a time T it shows the
// row
//
//     from + floor(mod(fract(T·rate / n)·n + offset, n)),  n = to − from + 1,
//
// while T·rate / n is below 1. Above, the first row is left out (n = to − from, and from + 1 instead of from).
// Therefore this clock is negative: clips that play forward always follow the first rule, those that play backward the
// second.
//
// It has no cross-fades. Therefore the texture has additional rows: an instance in a cross-fade shows one of these, to
// which the blended matrices of both clips are written each frame.
import { BakedVertexAnimationManager } from "@babylonjs/core/BakedVertexAnimation/bakedVertexAnimationManager.js";
import { BoundingInfo } from "@babylonjs/core/Culling/boundingInfo.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import "@babylonjs/core/Engines/Extensions/engine.readTexture.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import "@babylonjs/loaders/glTF/2.0/index.js";

import { InstanceCrowd } from "../web-crowd/instance_crowd.js";
import { MatrixRows, nearestFrame } from "../web-crowd/matrix_rows.js";
import { playLength, playsAsLoop } from "../web/clip.js";

/** The most simultaneous cross-fades, if the texture has room. Without a free row a clip starts without a fade. */
const MOST_FADES = 1024;

/** The shader's clock runs from here … */
const CLOCK_START = -1024;
/** … to here, then restarts, so that 32-bit floats stay exact to 1/16,000 s. */
const CLOCK_END = -512;

const mod = (x, n) => x - n * Math.floor(x / n);

/**
 * The shader's parameters for the nearest frame of `playing`, from the shader's time `clock` on.
 * @returns {[number, number, number, number]}
 */
function parametersFor({ clip, speed }, position, clock) {
  const { frameBegin: first, frameCount } = clip;
  const loops = playsAsLoop(clip);
  const length = playLength(clip);
  const steps = loops ? frameCount : frameCount - 1; // Number of steps in the clip's length.
  const at = steps === 0 || length === 0 ? 0 : loops ? (position / length) * steps : (Math.min(Math.max(position, 0), length) / length) * steps;
  const nearest = loops ? mod(Math.floor(at + 0.5), frameCount) : Math.floor(at + 0.5);
  const rate = steps === 0 || length === 0 ? 0 : (steps / length) * speed;
  if (rate === 0 || (!loops && (speed > 0 ? position >= length : position <= 0))) {
    return [first + nearest, first + nearest, 0, 0]; // Does not move.
  }
  if (rate > 0) {
    const turn = mod((clock * rate) / frameCount, 1);
    return [first, first + frameCount - 1, mod(at + 0.5 - turn * frameCount, frameCount), rate];
  }
  // Backward: the second rule leaves out the row before the clip's first one.
  const shaderRate = (rate * (frameCount + 1)) / frameCount;
  const turn = mod((clock * shaderRate) / (frameCount + 1), 1);
  return [first - 1, first + frameCount - 1, mod(at + 0.5 - turn * frameCount, frameCount), shaderRate];
}

export class TexeletonCrowd extends InstanceCrowd {
  /**
   * @param {string | URL} url Address of NAME.vat.json.
   * @param {import("@babylonjs/core/scene.js").Scene} scene
   * @param {number} count Instances.
   */
  static async load(url, scene, count = 1) {
    const rows = await MatrixRows.load(url);
    const size = scene.getEngine().getCaps().maxTextureSize;
    const { width, height } = rows.json.texture;
    if (width > size || height > size) {
      throw new Error(`${rows.json.texture.file} has ${width} × ${height} texels, and this GPU takes ${size}: bake fewer or shorter clips, or at a lower rate`);
    }
    const { meshes } = await ImportMeshAsync(rows.meshUrl.href, scene);
    const crowd = new TexeletonCrowd(rows, meshes, scene, count, Math.min(count, MOST_FADES, size - height));
    await crowd.#examine();
    return crowd;
  }

  /** Unused rows for cross-fades. */
  #freeRows;
  /** By instance: the row that it shows during a cross-fade. @type {Map<number, number>} */
  #fadeRows = new Map();

  /** Damages to the texture on the GPU; if there are any, the bind pose is drawn as a checker. */
  damages = [];

  /** Use load(). */
  constructor(rows, meshes, scene, count, fadeRows) {
    super(rows.clips, count);
    this.rows = rows;
    this.scene = scene;
    this.players.onBegin = (instance) => this.#show(instance);
    this.root = meshes[0];
    /** One per material (and, with variants, per mesh of the source). */
    this.meshes = meshes.filter((mesh) => mesh.getTotalVertices() > 0);
    const { width, height } = rows.json.texture;
    const type = rows.isHalf ? Constants.TEXTURETYPE_HALF_FLOAT : Constants.TEXTURETYPE_FLOAT;
    const texels = new rows.texels.constructor(4 * width * (height + fadeRows));
    texels.set(rows.texels);
    const texture = RawTexture.CreateRGBATexture(texels, width, height + fadeRows, scene, false, false, Texture.NEAREST_SAMPLINGMODE, type);
    this.#freeRows = Array.from({ length: fadeRows }, (_, i) => height + fadeRows - 1 - i);
    this.manager = new BakedVertexAnimationManager(scene);
    this.manager.texture = texture;
    this.manager.time = CLOCK_START;
    this.parameters = new Float32Array(4 * count);
    this.matrices = new Float32Array(16 * count);
    this.tints = null;
    // Thin instances are in the space of the mesh: glTF's, mirrored if Babylon is left-handed.
    this.placement = this.meshes[0].computeWorldMatrix(true).clone();
    this.unplacement = Matrix.Invert(this.placement);
    for (const mesh of this.meshes) {
      mesh.bakedVertexAnimationManager = this.manager;
      mesh.doNotSyncBoundingInfo = true;
    }
    for (let i = 0; i < count; i += 1) {
      Matrix.Identity().copyToArray(this.matrices, 16 * i);
      this.#show(i);
    }
    for (const mesh of this.meshes) {
      mesh.thinInstanceSetBuffer("matrix", this.matrices, 16, false);
      mesh.thinInstanceSetBuffer("bakedVertexAnimationSettingsInstanced", this.parameters, 4, false);
    }
    this.#updateBounds();
    this.matricesChanged = false;
    this.parametersChanged = false;
  }

  /** Reads the canary from the GPU (docs/runtimes.md). */
  async #examine() {
    const { texture } = this.manager;
    this.damages = await this.rows.damages(async (x, y) => {
      try {
        return await texture.readPixels(0, 0, null, true, false, x, y, 1, 1);
      } catch {
        return null; // This engine cannot read back, so the file's texels are examined.
      }
    });
    if (this.damages.length === 0) {
      return;
    }
    Logger.Error(`Texeleton: ${this.rows.damageWords(this.damages)}`);
    const checker = new StandardMaterial("damaged texture", this.scene);
    const squares = new Uint8Array([255, 0, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 255, 255]);
    checker.diffuseTexture = RawTexture.CreateRGBATexture(squares, 2, 2, this.scene, false, false, Texture.NEAREST_SAMPLINGMODE);
    checker.diffuseTexture.uScale = 16;
    checker.diffuseTexture.vScale = 16;
    checker.emissiveColor = new Color3(1, 0, 1);
    checker.disableLighting = true;
    for (const mesh of this.meshes) {
      mesh.material = checker;
      mesh.bakedVertexAnimationManager = null;
    }
  }

  get sockets() {
    return this.rows.sockets;
  }

  /** The place of an instance in the scene's space. @param {number} instance @param {Matrix} matrix */
  setMatrixAt(instance, matrix) {
    this.placement.multiply(matrix).multiply(this.unplacement).copyToArray(this.matrices, 16 * instance);
    this.matricesChanged = true;
  }

  /** @returns {Matrix} */
  matrixAt(instance) {
    return this.unplacement.multiply(Matrix.FromArray(this.matrices, 16 * instance)).multiply(this.placement);
  }

  /** Multiplies the colour of an instance. @param {number} instance @param {{r: number, g: number, b: number}} color */
  setTintAt(instance, { r, g, b }) {
    if (!this.tints) {
      this.tints = new Float32Array(4 * this.count).fill(1);
      for (const mesh of this.meshes) {
        mesh.thinInstanceSetBuffer("color", this.tints, 4, false);
      }
    }
    this.tints.set([r, g, b, 1], 4 * instance);
    this.tintsChanged = true;
  }

  /** Shows a variant in all instances; without a name, everything. @param {string} [name] */
  showVariant(name) {
    const variant = this.rows.json.variants?.find((v) => v.name === name);
    if (name !== undefined && !variant) {
      throw new Error(`there is no variant "${name}"`);
    }
    for (const mesh of this.meshes) {
      mesh.isVisible = !variant || variant.meshes.some((part) => mesh.name === part || mesh.name.startsWith(`${part}_primitive`));
    }
  }

  /**
   * The pose of an instance's socket in the scene's space (left-handed, unless scene.useRightHandedSystem): its Z is
   * the socket's, its X is mirrored with the character. Apply it to a node by `decompose(node.scaling,
   * node.rotationQuaternion, node.position)`; if the node has a parent, multiply it by the inverse of the parent's
   * world matrix first.
   */
  socketMatrix(instance, name) {
    const frames = this.players.framesOf(instance);
    const fade = this.#fadeRows.has(instance) ? this.players.fadeOf(instance) : null;
    const pose = Matrix.FromArray(this.rows.socketPose(name, fade ? frames : nearestFrame(frames), fade));
    return this.unplacement.multiply(pose).multiply(this.placement).multiply(this.matrixAt(instance));
  }

  /** Call it once per frame. @param {number} seconds */
  update(seconds) {
    const clips = this.players;
    clips.tick(seconds);
    this.manager.time += Number.isFinite(seconds) ? seconds : 0;
    const startsAgain = this.manager.time >= CLOCK_END || this.manager.time < CLOCK_START;
    if (startsAgain) {
      this.manager.time = CLOCK_START;
    }
    for (let i = 0; i < this.count; i += 1) {
      if (startsAgain || clips.fades[i] || this.#fadeRows.has(i) || (this.parameters[4 * i + 3] !== 0 && clips.isFinished(i))) {
        this.#show(i);
      }
    }
    for (const mesh of this.meshes) {
      if (this.matricesChanged) {
        mesh.thinInstanceBufferUpdated("matrix");
      }
      if (this.parametersChanged) {
        mesh.thinInstanceBufferUpdated("bakedVertexAnimationSettingsInstanced");
      }
      if (this.tintsChanged) {
        mesh.thinInstanceBufferUpdated("color");
      }
    }
    if (this.matricesChanged) {
      this.#updateBounds();
    }
    this.matricesChanged = false;
    this.parametersChanged = false;
    this.tintsChanged = false;
  }

  dispose() {
    this.manager.dispose(true);
    this.root.dispose(false, true);
  }

  /** The box around all instances in all clips, for culling and shadows; the library uses only the bind pose. */
  #updateBounds() {
    const { min, max } = this.rows.bounds;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.matrices.length; at += 16) {
      for (let axis = 0; axis < 3; axis += 1) {
        let middle = this.matrices[at + 12 + axis];
        let reach = 0;
        for (let i = 0; i < 3; i += 1) {
          middle += (this.matrices[at + 4 * i + axis] * (min[i] + max[i])) / 2;
          reach += (Math.abs(this.matrices[at + 4 * i + axis]) * (max[i] - min[i])) / 2;
        }
        low[axis] = Math.min(low[axis], middle - reach);
        high[axis] = Math.max(high[axis], middle + reach);
      }
    }
    for (const mesh of this.meshes) {
      mesh.setBoundingInfo(new BoundingInfo(Vector3.FromArray(low), Vector3.FromArray(high), mesh.getWorldMatrix()));
    }
  }

  #show(instance) {
    const fade = this.players.fadeOf(instance);
    const row = fade ? this.#rowFor(instance) : this.#freeRow(instance);
    if (row === undefined) {
      const parameters = parametersFor(this.players.playing[instance], this.players.positionOf(instance), this.manager.time);
      this.parameters.set(parameters, 4 * instance);
    } else {
      const { texture } = this.manager;
      const blended = this.rows.blendedRow(this.players.framesOf(instance), fade);
      this.scene.getEngine().updateTextureData(texture.getInternalTexture(), blended, 0, row, this.rows.json.texture.width, 1);
      this.parameters.set([row, row, 0, 0], 4 * instance);
    }
    this.parametersChanged = true;
  }

  /** The row of an instance in a cross-fade; undefined: none is free. */
  #rowFor(instance) {
    if (!this.#fadeRows.has(instance) && this.#freeRows.length > 0) {
      this.#fadeRows.set(instance, this.#freeRows.pop());
    }
    return this.#fadeRows.get(instance);
  }

  /** @returns {undefined} */
  #freeRow(instance) {
    if (this.#fadeRows.has(instance)) {
      this.#freeRows.push(this.#fadeRows.get(instance));
      this.#fadeRows.delete(instance);
    }
  }
}
