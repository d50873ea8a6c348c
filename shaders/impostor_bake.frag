#version 440
#extension GL_GOOGLE_include_directive : require

// The surface data that a picture stores, for impostor.frag to light.
#include "material_block.glsl"
#include "srgb.glsl"

#define IS_FRONT_FACING gl_FrontFacing
#include "material_maps.glsl"

layout(location = 0) out vec4 pictureColor;    // Base colour and emission, sRGB; coverage.
layout(location = 1) out vec4 pictureShape;    // Normal in pack space and depth, −1 … 1 as 0 … 1.
layout(location = 2) out vec4 pictureSurface;  // Roughness, metallic, strength of the tint, share of emission.

// Blended surfaces are discarded below this coverage.
const float kLeastCover = 0.5;
// Pictures have one occlusion for all light: half of it goes into the colour.
const float kOcclusionInColor = 0.5;

void main() {
  vec4 texel = texture(baseColorMap, uvOf(0u) + tint.w * material.tint.xy);
  vec4 base = material.baseColor * vec4(fromSrgb(texel.rgb), texel.a);
#ifdef EXTRAS
  base *= color;
#endif
  vec4 surface = texture(surfaceMap, uvOf(1u));
  float occlusion = 1.0 + material.surface.w * (texture(occlusionMap, uvOf(3u)).r - 1.0);
  vec3 emission = material.emissive.xyz * fromSrgb(texture(emissiveMap, uvOf(4u)).rgb);
  float tinted = tintShare();
  vec3 normal = shadingNormal();
  bool unlit = (material.flags.x & kUnlit) != 0u;
  if (base.a < max(material.emissive.w, (material.flags.x & kBlended) != 0u ? kLeastCover : 0.0) ||
      ((material.flags.x & kCullHere) != 0u && !isFront())) {
    discard;
  }
  vec3 reflected_ = unlit ? base.rgb : base.rgb * mix(1.0, occlusion, kOcclusionInColor);
  vec3 both = unlit ? reflected_ : reflected_ + emission;
  float light = max(both.r + both.g + both.b, 1e-6);
  pictureColor = vec4(toSrgbColor(min(both, vec3(1.0))), 1.0);
  pictureShape = vec4(normal * 0.5 + 0.5, viewColor.x * 0.5 + 0.5);
  pictureSurface = vec4(material.surface.y * surface.g, material.surface.x * surface.b, tinted,
                        unlit ? 1.0 : min((emission.r + emission.g + emission.b) / light, 1.0));
}
