import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  HalfFloatType,
  IntType,
  NearestFilter,
  NoColorSpace,
  RGBAFormat,
  RGBAIntegerFormat,
  Sphere,
  UnsignedIntType,
  Vector3,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import { clamp, playLength, playsAsLoop } from "../web/clip.js";
import { readPack } from "../web/pack.js";

/**
 * A pack on the GPU: texture, meshes, materials. Any number of crowds share it. Load one with
 * `await TexeletonAsset.load("hero.texpack")` and dispose() of it when the last crowd is gone.
 */
export class TexeletonAsset {
  /** @param {string | URL} url Folder of the pack. */
  static async load(url) {
    const folder = new URL(`${String(url).replace(/\/*$/, "")}/`, globalThis.location?.href);
    const files = new Map();
    const pack = await readPack(async (file) => {
      const response = await fetch(new URL(file, folder));
      if (!response.ok) {
        throw new Error(`${new URL(file, folder)}: ${response.status} ${response.statusText}`);
      }
      const buffer = await response.arrayBuffer();
      files.set(file, buffer);
      return buffer;
    });
    const gltf = await new GLTFLoader().parseAsync(files.get(pack.manifest.mesh.file), String(folder));
    const levels = await Promise.all(pack.mesh.lods.map((_, lod) => gltf.parser.getDependency("mesh", lod)));
    return new TexeletonAsset(pack, levels);
  }

  /**
   * @param {import("../web/pack.js").Pack} pack
   * @param {import("three").Object3D[]} levels The pack's meshes as GLTFLoader reads them, a level of detail each.
   */
  constructor(pack, levels) {
    this.pack = pack;
    this.manifest = pack.manifest;
    this.clips = pack.manifest.clips;
    this.sockets = pack.manifest.sockets;
    this.variants = pack.manifest.variants ?? [];
    this.texture = animationTexture(pack.texels);
    this.clipTable = clipTable(this.clips);

    const { min, max } = this.manifest.bounds;
    /** Of every clip; of one character in the pack's space. */
    this.boundingSphere = new Sphere();
    this.boundingSphere.center.addVectors(new Vector3(...min), new Vector3(...max)).multiplyScalar(0.5);
    this.boundingSphere.radius = new Vector3(...max).distanceTo(this.boundingSphere.center);

    const attributes = vertexAttributes(pack);
    const parts = partsOfVertices(pack);
    if (parts) {
      attributes.texPart = parts;
    }
    /** @type {{geometry: BufferGeometry, material: import("three").Material}[][]} A list a level. */
    this.levels = levels.map((level) =>
      meshesOf(level).map(({ geometry, material }) => {
        const shared = new BufferGeometry();
        shared.setIndex(geometry.index);
        for (const name of ["position", "normal", "tangent", "uv", "uv1", "color"]) {
          if (geometry.attributes[name]) {
            shared.setAttribute(name, geometry.attributes[name]);
          }
        }
        for (const [name, attribute] of Object.entries(attributes)) {
          shared.setAttribute(name, attribute);
        }
        return { geometry: shared, material };
      }),
    );
  }

  /** Number of a clip by its name; a name that is not there is an error that lists those that are. */
  clipIndex(name) {
    return indexOf(this.clips, name, "clip");
  }

  socketIndex(name) {
    return indexOf(this.sockets, name, "socket");
  }

  variantIndex(name) {
    return indexOf(this.variants, name, "variant");
  }

  dispose() {
    this.texture.dispose();
    this.clipTable.dispose();
    for (const { geometry, material } of this.levels.flat()) {
      geometry.dispose();
      for (const value of Object.values(material)) {
        if (value?.isTexture) {
          value.dispose();
        }
      }
      material.dispose();
    }
  }
}

function indexOf(list, name, what) {
  const index = list.findIndex((entry) => entry.name === name);
  if (index < 0) {
    const names = list.map((entry) => entry.name).join(", ");
    throw new Error(`there is no ${what} "${name}" in this pack; it has: ${names || "none"}`);
  }
  return index;
}

function animationTexture({ width, height, type, data }) {
  const texture = new DataTexture(data, width, height, RGBAFormat, type === "half" ? HalfFloatType : FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.colorSpace = NoColorSpace;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

function clipTable(clips) {
  const data = new Uint32Array(clips.length * 4);
  clips.forEach((clip, i) => {
    const frames = playLength(clip) > 0 ? clamp(clip.frameCount, 1, 65535) : 1;
    data.set([clip.frameBegin, frames, playsAsLoop(clip) ? 1 : 0, 0], 4 * i);
  });
  const texture = new DataTexture(data, clips.length, 1, RGBAIntegerFormat, UnsignedIntType);
  texture.internalFormat = "RGBA32UI";
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

const meshesOf = (object) => (object.isMesh ? [object] : object.children.filter((child) => child.isMesh));

/** What the shader needs beside three's own attributes, as few bytes as hold it. */
function vertexAttributes(pack) {
  const { attributes } = pack.mesh;
  const result = {};
  if (pack.manifest.mode === "bone") {
    const few = pack.manifest.texture.elementCount <= 256;
    const bones = new BufferAttribute(few ? new Uint8Array(attributes._BONE_INDEX) : attributes._BONE_INDEX, 4);
    bones.gpuType = IntType;
    result.texBones = bones;
    result.texWeights = new BufferAttribute(sixteenBitWeights(attributes._BONE_WEIGHT), 4, true);
  } else {
    result.texElement = new BufferAttribute(attributes._VERTEX_INDEX, 1);
  }
  if (attributes._TINT) {
    result.texTintMask = new BufferAttribute(attributes._TINT, 1);
  }
  return result;
}

/** Weights as 16-bit shares that sum to 65,535: what rounding leaves goes to the largest, the first. */
function sixteenBitWeights(weights) {
  const result = new Uint16Array(weights.length);
  for (let i = 0; i < weights.length; i += 4) {
    let rest = 65535;
    for (let k = 1; k < 4; k += 1) {
      result[i + k] = Math.round(weights[i + k] * 65535);
      rest -= result[i + k];
    }
    result[i] = Math.max(rest, 0);
  }
  return result;
}

/** Of which of the manifest's meshes a vertex is, where the pack has variants. */
function partsOfVertices(pack) {
  const { meshes, variants } = pack.manifest;
  if (!meshes || !variants || variants.length === 0) {
    return null;
  }
  const parts = new Uint16Array(pack.mesh.attributes.POSITION.length / 3);
  meshes.forEach((mesh, number) => {
    for (const { lod, primitive, firstIndex, indexCount } of mesh.ranges) {
      const { indices } = pack.mesh.lods[lod].primitives[primitive];
      for (let i = firstIndex; i < firstIndex + indexCount; i += 1) {
        parts[indices[i]] = number;
      }
    }
  });
  const attribute = new BufferAttribute(parts, 1);
  attribute.gpuType = IntType;
  return attribute;
}
