// Vertices packed into few 32-bit numbers. Attributes are what a crowd costs: on an NVIDIA H100 each component of an
// attribute took about a millisecond for 17 million vertices, whatever its format, while the texels that a shader looks up cost next
// to nothing. So numbers of 16 and 8 bits share a component, and the shader takes them apart (pose_glsl.js, pose_tsl.js). Texture coordinates
// are packed where they lie in [0, 1]; else they stay an attribute of their own.
import { BufferAttribute, IntType } from "three";

/**
 * Adds the packed attributes to a geometry and takes away those that they stand for. Position and normal stay for vertex mode's
 * damaged textures and for three.js, which shades flat what has no normals; no program reads them.
 * @param {import("./asset.js").TexeletonAsset} asset
 * @param {import("three").BufferGeometry} geometry With the attributes of an asset's level.
 * @param {boolean} keepsUv Where the materials read texture coordinates as an attribute.
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

/** Defines of pose_glsl.js that say how vertices are packed. @param {import("./asset.js").TexeletonAsset} asset */
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

/** Two numbers of 16 bits in one of 32. */
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

/** A direction as two signed shares of 16 bits: the octahedron |x| + |y| + |z| = 1, unfolded. */
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
