import { DataTexture, MeshDepthMaterial, MeshDistanceMaterial, NearestFilter, RGBADepthPacking, RedIntegerFormat, UnsignedIntType } from "three";

import { POSE_HEAD } from "./pose_glsl.js";

/**
 * Uniforms that all materials of a crowd share.
 * @param {import("./asset.js").TexeletonAsset} asset
 */
export function crowdUniforms(asset) {
  const { texture } = asset.manifest;
  return {
    texAnimation: { value: asset.texture },
    texClips: { value: asset.clipTable },
    texLayout: { value: [texture.width, texture.rowsPerFrame, 0, 0] },
    texClock: { value: [0, 0] },
    texSeen: { value: seenTable(asset) },
    texPaletteStep: { value: [asset.manifest.tint?.palette?.stepU ?? 0, asset.manifest.tint?.palette?.stepV ?? 0] },
  };
}

/** A row a variant, a texel a mesh: whether it is seen. */
function seenTable({ manifest }) {
  const meshCount = manifest.meshes?.length ?? 0;
  if (!manifest.variants?.length || meshCount === 0) {
    return null;
  }
  const data = new Uint32Array(meshCount * manifest.variants.length);
  manifest.variants.forEach((variant, row) => {
    for (const mesh of variant.meshes) {
      data[row * meshCount + mesh] = 1;
    }
  });
  const texture = new DataTexture(data, meshCount, manifest.variants.length, RedIntegerFormat, UnsignedIntType);
  texture.internalFormat = "R32UI";
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Where the tint mask of a material comes from: "all", "none", "attribute", "palette" or a texture's channel. */
function tintOf(asset, geometry, material, materialIndex) {
  const { tint } = asset.manifest;
  if (!tint) {
    return { kind: "all" };
  }
  if (tint.attribute) {
    return { kind: geometry.attributes.texTintMask ? "attribute" : "none" };
  }
  if (tint.palette) {
    return { kind: tint.palette.materials.includes(materialIndex) ? "palette" : "none" };
  }
  const entry = tint.textures.find((texture) => texture.material === materialIndex);
  const maps = { map: "vMapUv", emissiveMap: "vEmissiveMapUv", aoMap: "vAoMapUv", roughnessMap: "vRoughnessMapUv", normalMap: "vNormalMapUv" };
  const image = entry && asset.pack.mesh.json.images?.[entry.image];
  const slot = image && Object.keys(maps).find((name) => material[name] && isImage(asset, material[name], entry.image));
  return slot ? { kind: "texture", slot, uv: maps[slot], channel: entry.channel } : { kind: "none" };
}

function isImage(asset, texture, image) {
  const { json } = asset.pack.mesh;
  const name = json.images[image].name ?? "";
  return texture.userData?.texeletonImage === image || (name !== "" && texture.name === name) || json.images.length === 1;
}

function defines(asset, geometry) {
  const result = {};
  if (asset.manifest.mode === "bone") {
    result.TEXELETON_BONES = 1;
  }
  if (asset.manifest.texture.rowsPerFrame > 1) {
    result.TEXELETON_FOLDED = 1;
  }
  if (geometry.attributes.texPart) {
    result.TEXELETON_VARIANTS = 1;
  }
  return result;
}

const LOOK_HEAD = /* glsl */ `
attribute vec4 texTint;  // Colour; palette entry / 255.
attribute float texVariant;
#ifdef TEXELETON_VARIANTS
uniform highp usampler2D texSeen;
attribute uint texPart;
#endif
`;

/** Vertices of meshes that the variant does not show go, with their whole triangles, to one place out of sight. */
const HIDE = /* glsl */ `
#ifdef TEXELETON_VARIANTS
  if (texelFetch(texSeen, ivec2(int(texPart), int(texVariant + 0.5)), 0).x == 0u) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }
#endif
`;

function patchVertex(shader, withTint) {
  const head = POSE_HEAD + LOOK_HEAD + (withTint ? "varying vec3 vTexTint;\nvarying float vTexTintMask;\n#ifdef TEXELETON_TINT_ATTRIBUTE\nattribute float texTintMask;\n#endif\n#ifdef TEXELETON_PALETTE\nuniform vec2 texPaletteStep;\n#endif\n" : "");
  shader.vertexShader = shader.vertexShader
    .replace("void main() {", `${head}\nvoid main() {\n  texeletonPose();`)
    .replace("#include <beginnormal_vertex>", "vec3 objectNormal = texNormal;\n#ifdef USE_TANGENT\n  vec3 objectTangent = texTangent;\n#endif")
    .replace("#include <begin_vertex>", "vec3 transformed = texPosition;")
    .replace("#include <project_vertex>", `#include <project_vertex>\n${HIDE}`);
  if (withTint) {
    shader.vertexShader = shader.vertexShader.replace(
      "#include <uv_vertex>",
      /* glsl */ `#include <uv_vertex>
  vTexTint = texTint.rgb;
  vTexTintMask = 1.0;
#ifdef TEXELETON_TINT_ATTRIBUTE
  vTexTintMask = texTintMask;
#endif
#if defined(TEXELETON_PALETTE) && defined(USE_MAP)
  vMapUv += floor(texTint.a * 255.0 + 0.5) * texPaletteStep;
#endif
`,
    );
  }
}

function patchTint(shader, tint) {
  const mask =
    tint.kind === "texture"
      ? `texture2D(${tint.slot}, ${tint.uv}).${tint.channel}`
      : tint.kind === "none" || tint.kind === "palette"
        ? "0.0"
        : "vTexTintMask";
  shader.fragmentShader = shader.fragmentShader
    .replace("void main() {", "varying vec3 vTexTint;\nvarying float vTexTintMask;\nvoid main() {")
    .replace(
      "#include <map_fragment>",
      `#include <map_fragment>\n  diffuseColor.rgb = mix(diffuseColor.rgb, diffuseColor.rgb * vTexTint, ${mask});`,
    );
}

/**
 * A stock material of the pack, posed by the texture. The material itself stays as it is.
 * @returns {import("three").Material}
 */
export function posedMaterial(asset, uniforms, geometry, material, materialIndex) {
  const tint = tintOf(asset, geometry, material, materialIndex);
  const posed = material.clone();
  posed.defines = { ...posed.defines, ...defines(asset, geometry) };
  if (tint.kind === "attribute") {
    posed.defines.TEXELETON_TINT_ATTRIBUTE = 1;
  } else if (tint.kind === "palette") {
    posed.defines.TEXELETON_PALETTE = 1;
  }
  posed.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    patchVertex(shader, true);
    patchTint(shader, tint);
  };
  posed.customProgramCacheKey = () => `texeleton ${JSON.stringify(tint)}`;
  return posed;
}

/** What shadows of directional and spot lights, and of point lights, are drawn with. */
export function shadowMaterials(asset, uniforms, geometry, material) {
  const patched = (shadow) => {
    shadow.defines = { ...shadow.defines, ...defines(asset, geometry) };
    shadow.map = material.map ?? null;
    shadow.alphaMap = material.alphaMap ?? null;
    shadow.alphaTest = material.alphaTest;
    shadow.side = material.side;
    shadow.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, uniforms);
      patchVertex(shader, false);
    };
    shadow.customProgramCacheKey = () => "texeleton shadow";
    return shadow;
  };
  return {
    depth: patched(new MeshDepthMaterial({ depthPacking: RGBADepthPacking })),
    distance: patched(new MeshDistanceMaterial()),
  };
}
