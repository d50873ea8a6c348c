// The numbers of a material. Twin of MaterialNumbers in viewport/scene/gpu_materials.cpp.

layout(std140, binding = 2) uniform MaterialBlock {
  vec4 baseColor;
  vec4 emissive;  // xyz; w: alpha below which a pixel is not drawn.
  vec4 surface;   // Metallic, roughness, scale of the normal map, strength of occlusion.
  uvec4 flags;    // x: bits below; y: which maps use the second uv (bits 0 base … 4 emissive, 5 tint); z: what is tinted.
  vec4 tint;      // xy: how far an entry of the palette moves the base colour's coordinates.
} material;

const uint kUnlit = 1u;
const uint kNormalMap = 2u;
const uint kFileTangents = 4u;
const uint kBlended = 8u;
const uint kCullHere = 16u;  // One-sided, and the winding alone does not tell the sides apart.

// Bits 0 to 7 of flags.z; above them the channel of the texture.
const uint kTintAll = 0u;
const uint kTintVertex = 1u;
const uint kTintTexture = 2u;
const uint kTintNothing = 3u;
