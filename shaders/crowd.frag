#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"
#include "material_block.glsl"
#include "srgb.glsl"
#include "crowd_path.glsl"
#include "shadow.glsl"
#include "lighting.glsl"

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec4 worldNormal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 tint;
layout(location = 4) in vec3 viewColor;
#ifdef EXTRAS
layout(location = 5) in vec4 color;
layout(location = 6) in vec4 worldTangent;
layout(location = 7) in vec2 uv1;
layout(location = 8) in float tintMask;
#endif
layout(location = 9) flat in float pathShare;

layout(location = 0) out vec4 result;

layout(binding = 4) uniform sampler2D baseColorMap;
layout(binding = 5) uniform sampler2D surfaceMap;
layout(binding = 6) uniform sampler2D normalMap;
layout(binding = 7) uniform sampler2D occlusionMap;
layout(binding = 8) uniform sampler2D emissiveMap;
layout(binding = 10) uniform sampler2D tintMap;

vec2 uvOf(uint map) {
#ifdef EXTRAS
  return (material.flags.y & (1u << map)) != 0u ? uv1 : uv;
#else
  return uv;
#endif
}

// How much of the instance's colour the surface takes.
float tintShare() {
  uint kind = material.flags.z & 0xffu;
  if (kind == kTintTexture) {
    vec4 mask = texture(tintMap, uvOf(5u));
    uint channel = material.flags.z >> 8;
    return channel == 0u ? mask.r : channel == 1u ? mask.g : channel == 2u ? mask.b : mask.a;
  }
#ifdef EXTRAS
  if (kind == kTintVertex) {
    return tintMask;
  }
#endif
  return kind == kTintAll ? 1.0 : 0.0;
}

// The frame of the normal map from how position and uv change over the picture (Schüler, "Normal Mapping Without
// Precomputed Tangents", ShaderX5), with a sign that makes it independent of the framebuffer's orientation.
mat3 derivedFrame(vec3 normal, vec2 at) {
  vec3 dx = dFdx(worldPosition);
  vec3 dy = dFdy(worldPosition);
  vec2 du = dFdx(at);
  vec2 dv = dFdy(at);
  vec3 dyAcross = cross(dy, normal);
  vec3 dxAcross = cross(normal, dx);
  float orientation = dot(dx, dyAcross) < 0.0 ? -1.0 : 1.0;
  vec3 tangent = orientation * (dyAcross * du.x + dxAcross * dv.x);
  vec3 bitangent = orientation * (dyAcross * du.y + dxAcross * dv.y);
  float longest = max(dot(tangent, tangent), dot(bitangent, bitangent));
  float scale = longest > 0.0 ? inversesqrt(longest) : 0.0;
  return mat3(tangent * scale, -bitangent * scale, normal);
}

// Whether the side with the normal is seen. A pose that mirrors the surface turns its triangles round.
bool isFront() { return gl_FrontFacing == (worldNormal.w > 0.0); }

vec3 facingNormal() { return normalize(isFront() ? worldNormal.xyz : -worldNormal.xyz); }

vec3 shadingNormal() {
  vec3 normal = facingNormal();
  if ((material.flags.x & kNormalMap) == 0u) {
    return normal;
  }
  vec2 at = uvOf(2u);
  vec3 bump = texture(normalMap, at).xyz * 2.0 - 1.0;
  bump.xy *= material.surface.z;
  mat3 tangentFrame = derivedFrame(normal, at);
#ifdef EXTRAS
  if ((material.flags.x & kFileTangents) != 0u) {
    vec3 tangent = normalize(worldTangent.xyz - normal * dot(normal, worldTangent.xyz));
    tangentFrame = mat3(tangent, cross(normal, tangent) * worldTangent.w, normal);
  }
#endif
  return normalize(tangentFrame * bump);
}

void main() {
  vec4 texel = texture(baseColorMap, uvOf(0u) + tint.w * material.tint.xy);
  vec4 base = material.baseColor * vec4(fromSrgb(texel.rgb), texel.a);
#ifdef EXTRAS
  base *= color;
#endif
  if (base.a < material.emissive.w) {
    discard;
  }
  base.rgb *= mix(vec3(1.0), tint.rgb, tintShare());
  vec3 normal = shadingNormal();
  vec3 shown = base.rgb;
  uint view = frame.options.x;
  if (view == kViewNormals) {
    vec3 inView = normalize(mat3(frame.view) * normal);
    shown = pow(inView * 0.5 + 0.5, vec3(2.2));
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
    if (view != kViewLit) {  // Weights and clips: the colour that is told, on a plain surface.
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
  // Last, because the neighbours need what was looked up here for their derivatives.
  if (isOtherDraws(pathShare, gl_FragCoord.xy) || ((material.flags.x & kCullHere) != 0u && !isFront())) {
    discard;
  }
}
