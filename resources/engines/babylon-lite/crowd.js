// A crowd for Babylon Lite (WebGPU) on its own attachVat() and thin instances.
//
//     const crowd = await TexeletonCrowd.load("hero.lite.vat.json", engine, scene, 100);  // before registerScene()
//     crowd.play(7, "Run", { fadeSeconds: 0.2 });
//     onBeforeRender(scene, (milliseconds) => crowd.update(milliseconds / 1000));
//
// Babylon Lite blends two rows of the texture for each instance: here the two frames around the time of a clip or,
// during a cross-fade, the nearest frame of each clip. They are set for each frame, without a clock on the GPU.
import { addToScene, attachVat, flushThinInstances, loadGltf, removeFromScene, setThinInstanceColors, setThinInstances } from "@babylonjs/lite";

import { InstanceCrowd } from "../web-crowd/instance_crowd.js";
import { MatrixRows, nearestFrame } from "../web-crowd/matrix_rows.js";

/** The meshes below a node of a glTF. */
function meshesBelow(node) {
  return [...(node.skeleton ? [node] : []), ...(node.children ?? []).flatMap(meshesBelow)];
}

/** The product a·b of matrices, by columns. */
function product(a, b) {
  return Array.from({ length: 16 }, (_, i) => {
    const row = i % 4;
    const column = i - row;
    return a[row] * b[column] + a[4 + row] * b[column + 1] + a[8 + row] * b[column + 2] + a[12 + row] * b[column + 3];
  });
}

/** Babylon is left-handed; its importer mirrors X of a glTF. */
const mirrored = (m) => m.map((v, i) => ((i % 4 === 0) !== (i < 4) ? -v : v));

function textureOf(rows, device) {
  const { width, height } = rows.json.texture;
  const texture = device.createTexture({
    size: [width, height],
    format: "rgba32float",
    usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC,
  });
  device.queue.writeTexture({ texture }, rows.floats, { bytesPerRow: 16 * width, rowsPerImage: height }, [width, height]);
  return texture;
}

/** Reads texels from the GPU, for the canary (docs/runtimes.md). */
const texelReader = (device, texture) => async (x, y) => {
  const buffer = device.createBuffer({ size: 16, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture, origin: [x, y] }, { buffer }, [1, 1]);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(GPUMapMode.READ);
  const texel = new Float32Array(buffer.getMappedRange().slice(0));
  buffer.destroy();
  return texel;
};

export class TexeletonCrowd extends InstanceCrowd {
  /** Shows the nearest frame without blending. */
  stepped = false;

  /**
   * Call it before registerScene(), where Babylon Lite makes its shaders.
   * @param {string | URL} url Address of NAME.lite.vat.json.
   * @param {import("@babylonjs/lite").EngineContext} engine
   * @param {import("@babylonjs/lite").SceneContext} scene
   * @param {number} count Instances.
   */
  static async load(url, engine, scene, count = 1) {
    const rows = await MatrixRows.load(url);
    const device = engine._device; // As in attachVat(); there is no public name for it.
    if (!device?.limits) {
      throw new Error("this version of Babylon Lite keeps its GPUDevice under another name: use @babylonjs/lite 1.10");
    }
    const size = device.limits.maxTextureDimension2D;
    const { width, height } = rows.json.texture;
    if (width > size || height > size) {
      throw new Error(`${rows.json.texture.file} has ${width} × ${height} texels, and this device takes ${size}: bake fewer or shorter clips, or at a lower rate`);
    }
    if (2 * count > size) {
      throw new Error(`a crowd has at most ${size / 2} instances on this device: make several`);
    }
    const texture = textureOf(rows, device);
    const damages = await rows.damages(texelReader(device, texture));
    if (damages.length > 0) {
      texture.destroy();
      throw new Error(`${rows.damageWords(damages)} Nothing is drawn of it.`);
    }
    const asset = await loadGltf(engine, rows.meshUrl.href);
    return new TexeletonCrowd(rows, asset, texture, engine, scene, count);
  }

  /** Use load(). */
  constructor(rows, asset, texture, engine, scene, count) {
    super(rows.clips, count);
    this.rows = rows;
    this.scene = scene;
    const { width, height } = rows.json.texture;
    this.texture = texture;
    const clips = Object.fromEntries(
      rows.clips.map(({ name, frameBegin, frameCount, frameRate }) => [name, { fromRow: frameBegin, frameCount, fps: frameRate }]),
    );
    const baked = { texture: this.texture, boneCount: width / 4, frameCount: height, clips };
    this.matrices = new Float32Array(16 * count);
    this.colors = new Float32Array(4 * count).fill(1);
    this.parameters = new Float32Array(8 * count);
    for (let i = 0; i < count; i += 1) {
      this.matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], 16 * i);
    }
    /** One per material (and, with variants, per mesh of the source). */
    this.meshes = asset.entities.flatMap(meshesBelow);
    this.handles = this.meshes.map((mesh) => attachVat(engine, mesh, baked));
    for (const mesh of this.meshes) {
      // The bounds of all clips, not of the bind pose.
      mesh.boundMin = [...rows.bounds.min];
      mesh.boundMax = [...rows.bounds.max];
      setThinInstances(mesh, this.matrices, count);
      setThinInstanceColors(mesh, this.colors);
    }
    addToScene(scene, asset);
    this.update(0);
  }

  get sockets() {
    return this.rows.sockets;
  }

  /**
   * The place of an instance in the scene's space: 16 numbers, by columns.
   * @param {number} instance @param {ArrayLike<number>} matrix
   */
  setMatrixAt(instance, matrix) {
    this.matrices.set(matrix, 16 * instance);
    this.matricesChanged = true;
  }

  /** Multiplies the colour of an instance; linear. @param {number} instance @param {{r: number, g: number, b: number}} color */
  setTintAt(instance, { r, g, b }) {
    this.colors.set([r, g, b, 1], 4 * instance);
    this.tintsChanged = true;
  }

  /** Shows a variant in all instances; without a name, everything. @param {string} [name] */
  showVariant(name) {
    const variant = this.rows.json.variants?.find((v) => v.name === name);
    if (name !== undefined && !variant) {
      throw new Error(`there is no variant "${name}"`);
    }
    for (const mesh of this.meshes) {
      mesh.visible = !variant || variant.meshes.some((part) => mesh.name === part || mesh.name.startsWith(`${part}_`));
    }
  }

  /** The two rows of the texture that an instance shows, and the share of the second. */
  shown(instance) {
    const frames = this.players.framesOf(instance);
    const fade = this.players.fades[instance];
    if (!fade) {
      return this.stepped ? nearestFrame(frames) : frames;
    }
    const from = nearestFrame(this.players.framesIn(fade.from)).current;
    return { current: from, next: nearestFrame(frames).current, fraction: this.players.shareOf(instance) };
  }

  /** The pose of a socket of an instance in the scene: 16 numbers, the columns of a matrix. */
  socketMatrix(instance, name) {
    const pose = mirrored(this.rows.socketPose(name, this.shown(instance)));
    return product(this.matrices.subarray(16 * instance, 16 * instance + 16), pose);
  }

  /**
   * Gives the meshes the box of the whole crowd instead of one character's. The PCF and ESM shadow generators of
   * directional lights fit their map to it, ignoring instances; CSM handles instances and needs the character's box.
   */
  boundWholeCrowd() {
    const { min, max } = this.rows.bounds;
    const reach = Math.hypot(...min.map((v, i) => Math.max(Math.abs(v), Math.abs(max[i]))));
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let at = 0; at < this.matrices.length; at += 16) {
      const scale = Math.hypot(this.matrices[at], this.matrices[at + 1], this.matrices[at + 2]);
      for (let axis = 0; axis < 3; axis += 1) {
        const middle = this.matrices[at + 12 + axis];
        low[axis] = Math.min(low[axis], middle - reach * scale);
        high[axis] = Math.max(high[axis], middle + reach * scale);
      }
    }
    for (const mesh of this.meshes) {
      mesh.boundMin = [-high[0], low[1], low[2]]; // In the glTF's space, which has X mirrored.
      mesh.boundMax = [-low[0], high[1], high[2]];
    }
  }

  /** Call it once per frame. @param {number} seconds */
  update(seconds) {
    this.players.tick(seconds);
    for (let i = 0; i < this.count; i += 1) {
      const { current, next, fraction } = this.shown(i);
      // A row of each clip, and the share of the second.
      this.parameters.set([current, current, 0, 0, next, next, fraction, 0], 8 * i);
    }
    for (const handle of this.handles) {
      handle.setInstancesBlend(this.parameters);
    }
    for (const mesh of this.meshes) {
      if (this.matricesChanged) {
        flushThinInstances(mesh);
      }
      if (this.tintsChanged) {
        setThinInstanceColors(mesh, this.colors);
      }
    }
    this.matricesChanged = false;
    this.tintsChanged = false;
  }

  dispose() {
    this.meshes.forEach((mesh) => removeFromScene(this.scene, mesh));
    this.texture.destroy();
  }
}
