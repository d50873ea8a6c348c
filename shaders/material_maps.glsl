// Fragment inputs of a character, and the maps of its material. Needs material_block.glsl and IS_FRONT_FACING: the
// orientation of visible triangles. EXTRAS as in crowd_vertex.glsl.

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

// Strength of the instance's colour on the surface.
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

// Tangent frame from screen-space derivatives of position and uv (Schüler, "Normal Mapping Without Precomputed
// Tangents", ShaderX5), with a sign that makes it independent of the framebuffer's orientation.
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

// Whether the side with the normal is visible. A mirroring pose reverses the triangles.
bool isFront() { return IS_FRONT_FACING == (worldNormal.w > 0.0); }

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
