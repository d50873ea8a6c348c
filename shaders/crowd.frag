#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"
#include "material_block.glsl"
#include "srgb.glsl"
#include "crowd_path.glsl"
#include "shadow.glsl"
#include "lighting.glsl"

#define IS_FRONT_FACING gl_FrontFacing
#include "material_maps.glsl"

// SOLID: no pixel is discarded, so that a GPU may write depth before shading.
layout(location = 9) flat in float pathShare;

layout(location = 0) out vec4 result;

void main() {
  vec4 texel = texture(baseColorMap, uvOf(0u) + tint.w * material.tint.xy);
  vec4 base = material.baseColor * vec4(fromSrgb(texel.rgb), texel.a);
#ifdef EXTRAS
  base *= color;
#endif
#ifndef SOLID
  if (base.a < material.emissive.w) {
    discard;
  }
#endif
  base.rgb *= mix(vec3(1.0), tint.rgb, tintShare());
  vec3 normal = shadingNormal();
  vec3 shown = base.rgb;
  uint view = frame.options.x;
  if (view == kViewNormals) {
    vec3 inView = normalize(mat3(frame.view) * normal);
    shown = pow(inView * 0.5 + 0.5, vec3(2.2));
  } else if (view == kViewVertexLit && (material.flags.x & kUnlit) == 0u) {
    shown = base.rgb * viewColor + material.emissive.xyz * fromSrgb(texture(emissiveMap, uvOf(4u)).rgb);
  } else if (view != kViewTextured && (material.flags.x & kUnlit) == 0u) {
    vec4 surface = texture(surfaceMap, uvOf(1u));
    Surface s;
    s.base = base.rgb;
    s.metallic = material.surface.x * surface.b;
    s.roughness = material.surface.y * surface.g;
    s.occlusion = 1.0 + material.surface.w * (texture(occlusionMap, uvOf(3u)).r - 1.0);
    s.normal = normal;
    s.position = worldPosition;
    vec3 emission = material.emissive.xyz * fromSrgb(texture(emissiveMap, uvOf(4u)).rgb);
    if (view != kViewLit) {  // Weights and clips: their colour on a plain surface.
      s.base = viewColor;
      s.metallic = 0.0;
      s.roughness = 0.8;
      s.normal = facingNormal();
      emission = vec3(0.0);
    }
    vec2 pixel = vec2(gl_FragCoord.x, frame.options.y != 0u ? frame.viewport.y - gl_FragCoord.y : gl_FragCoord.y);
    s.keyLight = keyLightAt(worldPosition, facingNormal(), pixel);
    shown = lit(s) + emission;
  }
  result = vec4(shown, (material.flags.x & kBlended) != 0u ? base.a : 1.0);
#ifndef SOLID
  // Last, because neighbouring pixels need the texture reads above for their derivatives.
  if (isOtherDraws(pathShare, gl_FragCoord.xy) || ((material.flags.x & kCullHere) != 0u && !isFront())) {
    discard;
  }
#endif
}
