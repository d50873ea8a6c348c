import { DoubleSide, FrontSide, MeshDepthMaterial, MeshDistanceMaterial, RGBADepthPacking, ShaderChunk } from "three";

import { constantsOf, maskLayout, texelsOfVariant } from "./asset.js";
import { packDefines } from "./packed_vertices.js";
import { POSE_HEAD } from "./pose_glsl.js";
import { tintOf } from "./tint.js";

/**
 * Uniforms shared by all materials of a level of detail.
 * @param {{asset: import("./asset.js").TexeletonAsset, states: import("three").Texture, places: import("three").Texture}} shared
 * @param {{visible: import("three").Texture}} level
 */
export function crowdUniforms({ asset, states, places, layers }, level) {
  const { texture, clips, tint } = asset.manifest;
  const { min, max } = asset.box;
  return {
    texAnimation: { value: asset.texture },
    texTables: { value: asset.tables },
    texStates: { value: states },
    texPlaces: { value: places },
    texLayers: { value: layers },
    texMaskLayout: { value: maskLayout(asset.manifest) },
    texVisible: { value: level.visible },
    texLayout: { value: [texture.width, texture.rowsPerFrame, 0] },
    texConstants: { value: constantsOf(asset.manifest) },
    texTableRow: { value: texture.frameTable?.row ?? 0 },
    texClock: { value: [0, 0] },
    texBoxMin: { value: min },
    texBoxSize: { value: max.clone().sub(min) },
    texSeenLayout: { value: [clips.length, texelsOfVariant(asset.manifest)] },
    texPaletteStep: { value: [tint?.palette?.stepU ?? 0, tint?.palette?.stepV ?? 0] },
  };
}

/**
 * Defines for POSE_HEAD. Some change while a crowd plays: TEXELETON_FADES: there may be cross-fades; TEXELETON_LAYERS:
 * there may be layers; TEXELETON_LISTED: not all instances are drawn; TEXELETON_DAMAGED: the bind pose, without the
 * animation texture. TEXELETON_SHADOW: no normals.
 */
export function poseDefines(asset) {
  const { manifest, bonesPerVertex } = asset;
  const result = packDefines(asset);
  if (manifest.mode === "bone") {
    result.TEXELETON_BONES = bonesPerVertex;
  }
  if (manifest.texture.rowsPerFrame > 1) {
    result.TEXELETON_FOLDED = 1;
  }
  if (manifest.texture.frameTable) {
    result.TEXELETON_FRAME_TABLE = 1;
  }
  if (["quaternion", "offset16", "basis"].includes(manifest.encoding)) {
    result.TEXELETON_CONSTANTS = 1;
    result[`TEXELETON_${manifest.encoding.toUpperCase()}`] = 1;
  }
  return result;
}

function defines(asset, geometry) {
  const result = poseDefines(asset);
  if (asset.variants.length > 0 && asset.manifest.meshes) {
    result.TEXELETON_VARIANTS = 1;
  }
  if (geometry.attributes.texPart) {
    result.TEXELETON_PARTS = 1;
  }
  if (asset.mirrors) {
    result.TEXELETON_MIRRORS = 1;
  }
  return result;
}

const LOOK_HEAD = /* glsl */ `
#ifdef TEXELETON_PARTS
attribute uint texPart;  // Mesh, low; tint mask, high.
#endif
#ifdef TEXELETON_VARIANTS
uniform highp uvec2 texSeenLayout;  // First texel of the variants in texTables, texels of each.

bool texIsSeen() {
  uint mesh = texPart & 0xffffu;
  uint texel = texSeenLayout.x + (texStateA.x >> 16) * texSeenLayout.y + (mesh >> 7);
  uvec4 bits = texelFetch(texTables, ivec2(int(texel & 255u), int(texel >> 8)), 0);
  return (bits[(mesh >> 5) & 3u] >> (mesh & 31u) & 1u) != 0u;
}
#endif
`;

/** Moves all vertices of hidden meshes to one point outside the view. */
const HIDE = /* glsl */ `
#ifdef TEXELETON_VARIANTS
  if (!texIsSeen()) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }
#endif
`;

const TINT_HEAD = /* glsl */ `
varying vec3 vTexTint;
varying float vTexTintMask;
#ifdef TEXELETON_PALETTE
uniform vec2 texPaletteStep;
#endif
`;

const TINT = /* glsl */ `#include <uv_vertex>
  vTexTint = vec3(uvec3(texStateA.w, texStateA.w >> 8, texStateA.w >> 16) & 255u) / 255.0;
  vTexTintMask = 1.0;
#ifdef TEXELETON_TINT_ATTRIBUTE
  vTexTintMask = float(texPart >> 16) / 65535.0;
#endif
#if defined(TEXELETON_PALETTE) && defined(USE_MAP)
  vMapUv += float(texStateB.z >> 16) * texPaletteStep;
#endif
`;

/** On a mirrored surface, the bitangent and three.js' front are on the other side. */
const MIRROR_HEAD = "#ifdef TEXELETON_MIRRORS\nvarying float vTexMirror;\n#endif\n";
const MIRROR = /* glsl */ `#include <normal_vertex>
#ifdef USE_TANGENT
  vBitangent *= texMirror;
#endif
`;

function patchVertex(shader, withTint) {
  const head = POSE_HEAD + LOOK_HEAD + MIRROR_HEAD + (withTint ? TINT_HEAD : "");
  const pose = "texeletonPose();\n  texeletonPlace();\n#ifdef TEXELETON_MIRRORS\n  vTexMirror = texMirror;\n#endif";
  shader.vertexShader = shader.vertexShader
    .replace("void main() {", `${head}\nvoid main() {\n  ${pose}`)
    .replace("#include <beginnormal_vertex>", "vec3 objectNormal = texNormal;\n#ifdef USE_TANGENT\n  vec3 objectTangent = texTangent;\n#endif")
    .replace("#include <begin_vertex>", "vec3 transformed = texPosition;\n#ifdef USE_ALPHAHASH\n  vPosition = texBindPosition;\n#endif")
    .replace("#include <normal_vertex>", MIRROR)
    .replace("#include <project_vertex>", `#include <project_vertex>\n${HIDE}`);
  if (withTint) {
    shader.vertexShader = shader.vertexShader.replace("#include <uv_vertex>", TINT);
  }
}

/** Drawn instead of a character whose texture is damaged. */
const CHECKER = /* glsl */ `#include <dithering_fragment>
#ifdef TEXELETON_DAMAGED
  float texSquare = mod(floor(gl_FragCoord.x / 6.0) + floor(gl_FragCoord.y / 6.0), 2.0);
  gl_FragColor = vec4(texSquare, 0.0, texSquare, 1.0);
#endif
`;

/** Mirroring poses are drawn two-sided; the mirror decides which side is the front. */
function patchSides(shader) {
  shader.fragmentShader = shader.fragmentShader
    .replace("void main() {", `${MIRROR_HEAD}void main() {`)
    .replace("#include <normal_fragment_begin>", `${ShaderChunk.normal_fragment_begin.replace(
      "gl_FrontFacing ? 1.0 : - 1.0",
      "(gl_FrontFacing ? 1.0 : -1.0) * (vTexMirror < 0.0 ? -1.0 : 1.0)",
    )}`);
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
    )
    .replace("#include <dithering_fragment>", CHECKER);
}

/**
 * A stock material of the pack, posed by the texture. `material` is not changed.
 * @returns {import("three").Material}
 */
export function posedMaterial(asset, uniforms, geometry, material, materialIndex) {
  const tint = tintOf(asset, geometry, material, materialIndex);
  const posed = material.clone();
  if (asset.mirrors && posed.side === FrontSide) {
    posed.side = DoubleSide;
  }
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
    if (asset.mirrors) {
      patchSides(shader);
    }
  };
  posed.customProgramCacheKey = () => `texeleton ${JSON.stringify(tint)}`;
  return posed;
}

/** Materials for shadows of directional and spot lights, and of point lights. */
export function shadowMaterials(asset, uniforms, geometry, material) {
  const patched = (shadow) => {
    shadow.defines = { ...shadow.defines, ...defines(asset, geometry), TEXELETON_SHADOW: 1 };
    shadow.map = material.map ?? null;
    shadow.alphaMap = material.alphaMap ?? null;
    shadow.alphaTest = material.alphaTest;
    shadow.side = asset.mirrors ? DoubleSide : material.side;
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
