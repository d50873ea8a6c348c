// Uniforms of a material. Twin of MaterialNumbers in viewport/scene/gpu/gpu_materials.cpp.

layout(std140, binding = 2) uniform MaterialBlock {
  vec4 baseColor;
  vec4 emissive;  // xyz; w: alpha cut-off.
  vec4 surface;   // Metallic, roughness, scale of the normal map, strength of occlusion.
  uvec4 flags;    // x: bits below; y: maps with the second uv set (bits 0 base … 4 emissive, 5 tint); z: what is
                  // tinted.
  vec4 tint;      // xy: offset of the base colour's coordinates per palette entry.
} material;

const uint kUnlit = 1u;
const uint kNormalMap = 2u;
const uint kFileTangents = 4u;
const uint kBlended = 8u;
const uint kCullHere = 16u;  // One-sided, but the winding alone does not distinguish the sides.

// Bits 0 to 7 of flags.z; above them the texture channel.
const uint kTintAll = 0u;
const uint kTintVertex = 1u;
const uint kTintTexture = 2u;
const uint kTintNothing = 3u;
