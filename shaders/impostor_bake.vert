#version 440
#extension GL_GOOGLE_include_directive : require

// A character in one frame, drawn into a square of tiles: instance n of a draw is seen from direction n.
#include "crowd_vertex.glsl"
#include "impostor.glsl"

layout(location = 0) out vec3 worldPosition;  // In pack space.
layout(location = 1) out vec4 worldNormal;
layout(location = 2) out vec2 uv;
layout(location = 3) out vec4 tint;
layout(location = 4) out vec3 viewColor;  // Depth: −1 … 1, larger is nearer to the camera.
#ifdef EXTRAS
layout(location = 5) out vec4 color;
layout(location = 6) out vec4 worldTangent;
layout(location = 7) out vec2 uv1;
layout(location = 8) out float tintMask;
#endif

void main() {
  CrowdVertex vertex = crowdVertex();
  uint number = uint(instancePlace.x);
  ImpostorView view = impostorViewOf(number);
  vec3 place = vertex.position - impostor.center.xyz;
  vec3 inView = vec3(dot(place, view.right), dot(place, view.up), dot(place, view.toward)) / view.reach;
  worldPosition = vertex.position;
  worldNormal = vec4(vertex.normal, vertex.mirror);
  uv = vertex.uv;
  tint = vec4(1.0, 1.0, 1.0, float(instancePaletteEntry()));
  viewColor = vec3(inView.z);
#ifdef EXTRAS
  color = unpackUnorm4x8(vertexExtras.x);
  worldTangent = vec4(vertex.tangent, (vertexExtras.y & 1u) != 0u ? vertex.mirror : -vertex.mirror);
  uv1 = unpackUv(vertexExtras.z, crowd.uv1Range);
  tintMask = float(vertexExtras.w & 0xffffu) * (1.0 / 65535.0);
#endif
  vec2 tile = vec2(number % impostor.sizes.x, number / impostor.sizes.x);
  vec2 at = (tile + clamp(inView.xy, -1.0, 1.0) * 0.5 + 0.5) / float(impostor.sizes.x) * 2.0 - 1.0;
  gl_Position = vec4(at.x, at.y * impostor.center.w, 0.5 - 0.49 * inView.z, 1.0);
  if (!isShown(uint(gl_VertexIndex))) {
    gl_Position = kNowhere;
  }
}
