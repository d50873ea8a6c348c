#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"
#include "crowd_vertex.glsl"
#include "crowd_path.glsl"
#include "palette.glsl"
#ifdef GOURAUD
#include "lighting.glsl"
#endif

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec4 worldNormal;  // w: CrowdVertex.mirror.
layout(location = 2) out vec2 uv;
layout(location = 3) out vec4 tint;  // w: entry of the palette.
layout(location = 4) out vec3 viewColor;
#ifdef EXTRAS
layout(location = 5) out vec4 color;
layout(location = 6) out vec4 worldTangent;
layout(location = 7) out vec2 uv1;
layout(location = 8) out float tintMask;
#endif
layout(location = 9) flat out float pathShare;  // See crowd_path.glsl.
#ifdef TESSELLATED
layout(location = 10) flat out uint vertexId;  // For crowd.tesc.
layout(location = 11) flat out float instanceScale;
#endif

vec3 weightsColor() {
#ifdef BONE_MODE
  uvec4 bones;
  vec4 weights;
  readSkin(bones, weights);
  return weights.x * paletteColor(bones.x) + weights.y * paletteColor(bones.y) + weights.z * paletteColor(bones.z) +
         weights.w * paletteColor(bones.w);
#else
  return vec3(0.35);
#endif
}

void main() {
  readInstance();
#ifdef CALM
  if (isRestless()) {
    gl_Position = kNowhere;
    return;
  }
#endif
  CrowdVertex vertex = crowdVertex();
  vec4 rotation = instanceRotation();
  worldPosition = instancePlace.xyz + rotated(rotation, vertex.position * instancePlace.w);
  worldNormal = vec4(rotated(rotation, vertex.normal), vertex.mirror);
  uv = vertex.uv;
  tint = vec4(unpackUnorm4x8(instanceLook.z).rgb, float(instancePaletteEntry()));
  float share = textureShare(instancePlace.xyz, hasOwnPose());
#ifdef SKINNED
  pathShare = share - kSkinnedOffset;
#else
  pathShare = share;
#endif
#ifdef GOURAUD
  // Lighting of a white surface at the vertex, interpolated for fragments (Gouraud, "Continuous Shading of Curved
  // Surfaces", 1971).
  Surface s;
  s.base = vec3(1.0);
  s.metallic = 0.0;
  s.roughness = 0.5;
  s.occlusion = 1.0;
  s.keyLight = 1.0;
  s.normal = worldNormal.xyz;
  s.position = worldPosition;
  viewColor = lit(s);
#else
  viewColor = vec3(0.0);
  uint view = frame.views[crowd.clock.w].x;
  if (view == kViewWeights) {
    viewColor = weightsColor();
  } else if (view == kViewPaths) {
    viewColor = pathShare < -0.5 ? vec3(0.8, 0.18, 0.02) : vec3(0.02, 0.12, 0.5);
#ifndef STILL
  } else if (view == kViewClips) {
    viewColor = mix(paletteColor(instanceClips.x & 0x7fffu), paletteColor(instanceClips.y & 0x7fffu), fadeWeight());
#endif
  }
#endif
#ifdef EXTRAS
  color = unpackUnorm4x8(vertexExtras.x);
  worldTangent = vec4(rotated(rotation, vertex.tangent), (vertexExtras.y & 1u) != 0u ? vertex.mirror : -vertex.mirror);
  uv1 = unpackUv(vertexExtras.z, crowd.uv1Range);
  tintMask = float(vertexExtras.w & 0xffffu) * (1.0 / 65535.0);
#endif
#ifdef TESSELLATED
  vertexId = vertexNumber();
  instanceScale = instancePlace.w;
#endif
  gl_Position = frame.viewProjection * vec4(worldPosition, 1.0);
  if (!isShown(vertexNumber()) || isLeftToTheOther(share)) {
    gl_Position = kNowhere;
  }
}
