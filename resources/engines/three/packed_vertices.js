// Packs vertices into few 32-bit numbers. Attributes are the main cost of a crowd: on an NVIDIA H100 each component
// took about a millisecond for 17 million vertices, whatever its format, while texel fetches cost next to nothing. So
// numbers of 16 and 8 bits share a component, which the shader unpacks (pose_glsl.js, pose_tsl.js). Texture coordinates
// outside of [0, 1] stay a separate attribute.
import { BufferAttribute, IntType } from "three";

/**
 * Replaces attributes of a geometry by the packed ones. Position and normal remain, unread, for damaged textures in
 * vertex mode and because three.js shades geometries without normals flat.
 * @param {import("./asset.js").TexeletonAsset} asset
 * @param {import("three").BufferGeometry} geometry A geometry of an asset's level.
 * @param {boolean} keepsUv Whether materials read texture coordinates as an attribute.
 */
export function packVertices(asset, geometry, keepsUv) {
  asset.packedVertices ??= packedVertices(asset);
  for (const [name, attribute] of Object.entries(asset.packedVertices)) {
    geometry.setAttribute(name, attribute);
  }
  for (const name of ["texBones", "texWeights", "texElement", ...(packsUv(geometry.attributes.uv) && !keepsUv ? ["uv"] : [])]) {
    geometry.deleteAttribute(name);
  }
}

/** Defines for pose_glsl.js that describe the packing. @param {import("./asset.js").TexeletonAsset} asset */
export function packDefines({ manifest, levels }) {
  const { attributes } = levels[0][0].geometry;
  const result = {};
  if (packsUv(attributes.uv)) {
    result.TEXELETON_PACKED_UV = 1;
  }
  if (manifest.mode === "bone") {
    if (!attributes.position.normalized) {
      result.TEXELETON_FLOAT_POSITION = 1;
    }
    if (manifest.texture.elementCount > 256) {
      result.TEXELETON_WIDE = 1;
    }
  }
  return result;
}

const packsUv = (uv) => Boolean(uv?.normalized);

/** @param {import("./asset.js").TexeletonAsset} asset */
function packedVertices({ manifest, levels, bonesPerVertex }) {
  const { attributes } = levels[0][0].geometry;
  const { position, normal, uv, texBones, texWeights, texElement } = attributes;
  const count = normal.count;
  const uvOf = packsUv(uv) ? (i) => two(uv.array[2 * i], uv.array[2 * i + 1]) : () => 0;
  const normalOf = (i) => octahedral([0, 1, 2].map((axis) => normal.array[4 * i + axis] / 32767));
  if (manifest.mode !== "bone") {
    return { texVertex: words(count, 3, (i) => [texElement.array[i], normalOf(i), uvOf(i)]) };
  }
  const weight = (i, bone) => texWeights.array[4 * i + bone];
  const bone = (i, number) => texBones.array[4 * i + number];
  const vertex = position.normalized
    ? words(count, 4, (i) => {
        const [x, y, z] = [0, 1, 2].map((axis) => position.array[4 * i + axis]);
        return [two(x, y), two(z, weight(i, 1)), normalOf(i), uvOf(i)];
      })
    : words(count, 3, (i) => [weight(i, 1) << 16, normalOf(i), uvOf(i)]);
  const few = manifest.texture.elementCount <= 256;
  const bones = few
    ? (i) => [two(bone(i, 0) | (bone(i, 1) << 8), bone(i, 2) | (bone(i, 3) << 8))]
    : (i) => [two(bone(i, 0), bone(i, 1)), ...(bonesPerVertex > 2 ? [two(bone(i, 2), bone(i, 3))] : [])];
  const skin = (i) => [...bones(i), ...(bonesPerVertex > 2 ? [two(weight(i, 2), weight(i, 3))] : [])];
  return { texVertex: vertex, texSkin: words(count, skin(0).length, skin) };
}

/** Two 16-bit numbers in one of 32 bits. */
const two = (low, high) => (low & 0xffff) | ((high & 0xffff) << 16);

function words(count, width, of) {
  const array = new Uint32Array(count * width);
  for (let i = 0; i < count; i += 1) {
    array.set(of(i), i * width);
  }
  const attribute = new BufferAttribute(array, width);
  attribute.gpuType = IntType;
  return attribute;
}

/** A direction as two signed 16-bit numbers: the unfolded octahedron |x| + |y| + |z| = 1. */
function octahedral([x, y, z]) {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (sum === 0) {
    return 0; // +Z
  }
  let at = [x / sum, y / sum];
  if (z < 0) {
    at = [(1 - Math.abs(at[1])) * (at[0] < 0 ? -1 : 1), (1 - Math.abs(at[0])) * (at[1] < 0 ? -1 : 1)];
  }
  return two(...at.map((value) => Math.round(value * 32767)));
}
