import {
  Box3,
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
  RedIntegerFormat,
  Sphere,
  UnsignedIntType,
  Vector3,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

import { damageText, diagnoseCanary } from "../web/canary.js";
import { clamp, shownFrames } from "../web/clip.js";
import { clipSection } from "../web/clip_section.js";
import { halfToNumber } from "../web/decode.js";
import { masksOf } from "../web/layers.js";
import { ENCODINGS, readPack } from "../web/pack.js";
import { TABLE_WIDTH } from "./pose_glsl.js";

/**
 * A pack on the GPU: texture, meshes, materials. Any number of crowds share it. Load one with `await
 * TexeletonAsset.load("hero.texpack")`; dispose() it after the last crowd.
 */
export class TexeletonAsset {
  /** @param {string | URL} url Folder of the pack. */
  static async load(url) {
    const folder = new URL(`${String(url).replace(/\/*$/, "")}/`, globalThis.location?.href);
    return TexeletonAsset.read(async (file) => {
      const response = await fetch(new URL(file, folder));
      if (!response.ok) {
        throw new Error(`${new URL(file, folder)}: ${response.status} ${response.statusText}`);
      }
      return response.arrayBuffer();
    });
  }

  /**
   * Reads a pack from any place.
   * @param {(file: string) => Promise<ArrayBuffer> | ArrayBuffer} read Returns a file of the pack, such as
   * "manifest.json".
   */
  static async read(read) {
    const files = new Map();
    const pack = await readPack(
      async (file) => {
        files.set(file, await read(file));
        return files.get(file);
      },
      ENCODINGS,
      { looksAtCanary: true },
    );
    const gltf = await new GLTFLoader().parseAsync(files.get(pack.manifest.mesh.file), "");
    const levels = await Promise.all(pack.mesh.lods.map((_, lod) => gltf.parser.getDependency("mesh", lod)));
    const images = new Map();
    for (const [object, of] of gltf.parser.associations) {
      if (object.isTexture && of?.textures !== undefined) {
        images.set(object, gltf.parser.json.textures[of.textures].source);
      }
    }
    return new TexeletonAsset(pack, levels, images);
  }

  /**
   * @param {import("../web/pack.js").Pack} pack
   * @param {import("three").Object3D[]} levels The pack's meshes as read by GLTFLoader, one per level of detail.
   * @param {Map<import("three").Texture, number>} [images] The image of mesh.glb of each texture, for tint masks.
   */
  constructor(pack, levels, images = new Map()) {
    this.pack = pack;
    this.manifest = pack.manifest;
    this.clips = pack.manifest.clips;
    this.sockets = pack.manifest.sockets;
    this.variants = pack.manifest.variants ?? [];
    this.texture = animationTexture(pack.texels);
    /** Masks of layers. */
    this.masks = masksOf(pack.manifest);
    this.tables = tables(pack.manifest, this.masks);
    this.images = images;
    /**
     * Damages to the texture on the GPU ({name, text, mend} of ../web/canary.js); null until a crowd is first drawn.
     * Crowds with a damaged texture are drawn as a checker of magenta and black.
     * @type {{name: string, text: string, mend: string}[] | null}
     */
    this.damages = pack.manifest.texture.canaryRow === undefined ? [] : null;
    this.isAsked = this.damages !== null;
    this.crowds = new Set();
    /** The largest number of bones of a vertex. */
    this.bonesPerVertex = bonesPerVertex(pack);
    /** Whether any pose mirrors the surface. */
    this.mirrors = mirrors(pack);

    const { min, max } = this.manifest.bounds;
    /** Bounds of one character in all clips, in the pack's space. */
    this.boundingSphere = new Sphere();
    this.boundingSphere.center.addVectors(new Vector3(...min), new Vector3(...max)).multiplyScalar(0.5);
    this.boundingSphere.radius = new Vector3(...max).distanceTo(this.boundingSphere.center);

    /** Bounds of each clip. */
    this.clipSpheres = this.clips.map(sphereOf);

    /** The mesh's box in the bind pose; position attributes are relative to it. */
    this.box = new Box3(new Vector3(), new Vector3(1, 1, 1));
    const shared = vertexAttributes(pack, this.box);
    /**
     * @type {{geometry: BufferGeometry, material: import("three").Material, materialIndex: number}[][]} A list per
     * level.
     */
    this.levels = levels.map((level, lod) =>
      meshesOf(level).map(({ geometry, material }, i) => {
        const own = new BufferGeometry();
        own.setIndex(smallIndex(geometry.index, pack));
        for (const [name, attribute] of Object.entries(shared)) {
          own.setAttribute(name, attribute);
        }
        return { geometry: own, material, materialIndex: pack.mesh.lods[lod].primitives[i]?.material ?? 0 };
      }),
    );
  }

  /** Examines the texture on the GPU, once. @param {(x: number, y: number) => ArrayLike<number>} texelAt */
  examine(texelAt) {
    const { width, height } = this.texture.image;
    this.damages = diagnoseCanary(this.manifest.texture, { width, height }, texelAt);
    if (this.damages.length > 0) {
      const settings = this.damages.flatMap(({ name }) => SETTINGS[name] ?? []);
      const here = settings.length > 0 ? ` In three.js: ${settings.join(", ")} of the asset's texture.` : "";
      console.error(`Texeleton: the animation texture is not as it was exported. ${damageText(this.damages)}${here}`);
      this.crowds.forEach((crowd) => crowd.showDamage());
    }
  }

  /**
   * Adds a section of a clip to the clips, from the frame nearest to `fromSeconds` to the one nearest to `toSeconds`.
   * Call it before crowds are made of the asset.
   * @param {string} name @param {string} clip @param {number} fromSeconds @param {number} toSeconds @param {{loop?: boolean}} [options]
   */
  addSection(name, clip, fromSeconds, toSeconds, { loop = false } = {}) {
    if (this.crowds.size > 0) {
      throw new Error("add sections before crowds are made of the asset");
    }
    if (this.clips.some((other) => other.name === name)) {
      throw new Error(`there is a clip "${name}" in this pack already`);
    }
    const source = this.clips[this.clipIndex(clip)];
    this.clips.push(clipSection(source, name, fromSeconds, toSeconds, loop));
    this.clipSpheres.push(sphereOf(source));
    this.tables.dispose();
    this.tables = tables(this.manifest, this.masks);
  }

  /** Index of a clip by its name. An unknown name is an error that lists the known ones. */
  clipIndex(name) {
    return indexOf(this.clips, name, "clip");
  }

  socketIndex(name) {
    return indexOf(this.sockets, name, "socket");
  }

  variantIndex(name) {
    return indexOf(this.variants, name, "variant");
  }

  maskIndex(name) {
    return indexOf(this.masks, name, "mask");
  }

  dispose() {
    this.texture.dispose();
    this.tables.dispose();
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

/** The setting that causes each damage to a texture that was read intact. */
const SETTINGS = {
  "flipped-vertically": "flipY = false",
  premultiplied: "premultiplyAlpha = false",
  "srgb-decoded": "colorSpace = NoColorSpace",
  half: "type = FloatType",
};

function sphereOf({ bounds }) {
  const center = new Vector3(...bounds.min).add(new Vector3(...bounds.max)).multiplyScalar(0.5);
  return new Sphere(center, center.distanceTo(new Vector3(...bounds.max)));
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

/**
 * For encodings with constant texels: their first row, after the frames; "quaternion": the first texel of third rows,
 * after the bones; "basis": the number of shapes; the first texel of a frame's weights.
 */
export const constantsOf = ({ texture, sockets }) => [
  texture.frameCount * texture.rowsPerFrame,
  texture.shapeCount ?? texture.elementCount * texture.texelsPerElement,
  3 * sockets.length,
];

/** Texels of a variant in the tables: a bit per mesh. */
export const texelsOfVariant = ({ meshes }) => Math.ceil((meshes?.length ?? 0) / 128);

/** First texel of the layers' masks in the tables, and texels of each. */
export const maskLayout = (manifest) => [
  manifest.clips.length + (manifest.variants ?? []).length * texelsOfVariant(manifest),
  manifest.bones?.length ?? 0,
];

/**
 * A texel per clip: first frame, number of frames, whether it loops. Then the variants: a bit per mesh (1: visible).
 * Then the masks: a texel per bone with the bits of its weight, and its anchor + 1 (0: none).
 */
function tables(manifest, masks) {
  const { clips, variants = [] } = manifest;
  const each = texelsOfVariant(manifest);
  const [firstMask, bones] = maskLayout(manifest);
  const rows = Math.ceil((firstMask + masks.length * bones) / TABLE_WIDTH);
  const data = new Uint32Array(TABLE_WIDTH * rows * 4);
  clips.forEach((clip, i) => {
    const { first, frames, loops } = shownFrames(clip);
    data.set([first, frames, loops ? 1 : 0, 0], 4 * i);
  });
  variants.forEach((variant, row) => {
    const first = 4 * (clips.length + row * each);
    for (const mesh of variant.meshes) {
      data[first + (mesh >> 5)] |= 1 << (mesh & 31);
    }
  });
  const weights = new Float32Array(data.buffer);
  masks.forEach((mask, number) => {
    for (let bone = 0; bone < bones; bone += 1) {
      const at = 4 * (firstMask + number * bones + bone);
      weights[at] = mask.weights[bone];
      data[at + 1] = mask.anchors[bone] + 1;
    }
  });
  return integerTexture(data, TABLE_WIDTH, rows, 4);
}

/** A texture of 32-bit integers. */
export function integerTexture(data, width, height, channels) {
  const format = channels === 4 ? RGBAIntegerFormat : RedIntegerFormat;
  const texture = new DataTexture(data, width, height, format, UnsignedIntType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

function bonesPerVertex({ mesh: { attributes } }) {
  let most = 1;
  attributes._BONE_WEIGHT?.forEach((weight, i) => {
    if (weight > 0) {
      most = Math.max(most, (i % 4) + 1);
    }
  });
  return most;
}

/** Whether a bone mirrors in any frame: its matrix has a negative determinant, or its scale is negative. */
function mirrors({ manifest, texels }) {
  const { mode, encoding, texture } = manifest;
  if (mode !== "bone") {
    return false;
  }
  const { data, type } = texels;
  const value = type === "half" ? (at) => halfToNumber(data[at]) : (at) => data[at];
  const { width, rowsPerFrame, frameCount, elementCount } = texture;
  const place = (frame, texel) => 4 * ((frame * rowsPerFrame + Math.floor(texel / width)) * width + (texel % width));
  for (let bone = 0; bone < elementCount; bone += 1) {
    let rows = [3 * bone, 3 * bone + 1, 3 * bone + 2];
    let scale = null;
    if (encoding === "quaternion") {
      const [pivot, third] = [2 * bone, 2 * bone + 1].map((texel) => place(frameCount, texel));
      rows = [2 * bone, 2 * bone + 1, 2 * elementCount + value(third) + 1024 * value(third + 1)];
      scale = value(pivot + 3) === 0 ? 2 * bone + 1 : null;
    }
    for (let frame = 0; frame < frameCount; frame += 1) {
      const sign = scale === null ? determinant(rows.map((texel) => place(frame, texel)), value) : value(place(frame, scale) + 3);
      if (sign < 0) {
        return true;
      }
    }
  }
  return false;
}

/** Determinant of a matrix by the places of its rows. */
function determinant([x, y, z], value) {
  return (
    value(x) * (value(y + 1) * value(z + 2) - value(y + 2) * value(z + 1)) -
    value(x + 1) * (value(y) * value(z + 2) - value(y + 2) * value(z)) +
    value(x + 2) * (value(y) * value(z + 1) - value(y + 1) * value(z))
  );
}

const meshesOf = (object) => (object.isMesh ? [object] : object.children.filter((child) => child.isMesh));

/** The indices, in 16 bits if possible. */
function smallIndex(index, pack) {
  const few = pack.mesh.attributes.POSITION.length / 3 <= 65536;
  return few && index.array instanceof Uint32Array ? new BufferAttribute(new Uint16Array(index.array), 1) : index;
}

const integers = (array, width) => {
  const attribute = new BufferAttribute(array, width);
  attribute.gpuType = IntType;
  return attribute;
};

/**
 * The vertices in as few bytes as possible, since reading them for each instance is the main cost of a crowd.
 * Attributes have 4 or 8 bytes, as WebGPU requires.
 */
function vertexAttributes(pack, box) {
  const { attributes, lods } = pack.mesh;
  const result = {};
  if (pack.manifest.texture.pixelFormat === "rgba16f" || pack.manifest.mode === "vertex") {
    box.setFromArray(attributes.POSITION);
    result.position = new BufferAttribute(sharesOf(attributes.POSITION, box), 4, true);
  } else {
    result.position = new BufferAttribute(attributes.POSITION, 3);
  }
  result.normal = new BufferAttribute(signedShares(attributes.NORMAL, 3), 4, true);
  if (attributes.TANGENT) {
    result.tangent = new BufferAttribute(signedShares(attributes.TANGENT, 4), 4, true);
  }
  ["TEXCOORD_0", "TEXCOORD_1"].forEach((name, i) => {
    const array = attributes[name];
    if (array) {
      const inside = array.every((value) => value >= 0 && value <= 1);
      const shares = inside ? Uint16Array.from(array, (value) => Math.round(value * 65535)) : array;
      result[i === 0 ? "uv" : "uv1"] = new BufferAttribute(shares, 2, inside);
    }
  });
  if (attributes.COLOR_0) {
    const colors = Uint16Array.from(attributes.COLOR_0, (value) => Math.round(clamp(value, 0, 1) * 65535));
    result.color = new BufferAttribute(colors, 4, true);
  }
  if (pack.manifest.mode === "bone") {
    const few = pack.manifest.texture.elementCount <= 256;
    result.texBones = integers(few ? new Uint8Array(attributes._BONE_INDEX) : attributes._BONE_INDEX, 4);
    result.texWeights = new BufferAttribute(sixteenBitWeights(attributes._BONE_WEIGHT), 4, true);
  } else {
    result.texElement = integers(new Uint32Array(attributes._VERTEX_INDEX), 1);
  }
  const parts = partsOfVertices(pack, lods);
  if (parts || attributes._TINT) {
    // Mesh of the vertex (16 bits) and tint mask (16 bits).
    const words = new Uint32Array(attributes.POSITION.length / 3);
    for (let i = 0; i < words.length; i += 1) {
      const mask = attributes._TINT ? Math.round(clamp(attributes._TINT[i], 0, 1) * 65535) : 65535;
      words[i] = (parts?.[i] ?? 0) | (mask << 16);
    }
    result.texPart = integers(words, 1);
  }
  return result;
}

/** Positions relative to their box in 16 bits. The fourth number is unused: there are no formats of three. */
function sharesOf(positions, box) {
  const { min, max } = box;
  const low = min.toArray();
  const size = max.toArray().map((value, axis) => value - low[axis]);
  const result = new Uint16Array((positions.length / 3) * 4);
  for (let i = 0; i < positions.length; i += 1) {
    const axis = i % 3;
    result[Math.floor(i / 3) * 4 + axis] = size[axis] > 0 ? Math.round(((positions[i] - low[axis]) / size[axis]) * 65535) : 0;
  }
  return result;
}

/** Numbers from -1 to 1 in 16 bits, four per vertex. */
function signedShares(values, width) {
  const result = new Int16Array((values.length / width) * 4);
  for (let i = 0; i < values.length; i += 1) {
    result[Math.floor(i / width) * 4 + (i % width)] = Math.round(clamp(values[i], -1, 1) * 32767);
  }
  return result;
}

/** Weights in 16 bits that sum to 65,535; the largest, the first, takes the rounding error. */
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

/** The manifest's mesh of each vertex, for packs with variants. */
function partsOfVertices(pack, lods) {
  const { meshes, variants } = pack.manifest;
  if (!meshes || !variants || variants.length === 0) {
    return null;
  }
  const parts = new Uint16Array(pack.mesh.attributes.POSITION.length / 3);
  meshes.forEach((mesh, number) => {
    for (const { lod, primitive, firstIndex, indexCount } of mesh.ranges) {
      const { indices } = lods[lod].primitives[primitive];
      for (let i = firstIndex; i < firstIndex + indexCount; i += 1) {
        parts[indices[i]] = number;
      }
    }
  });
  return parts;
}
