#version 440
#extension GL_GOOGLE_include_directive : require

// The distance between the animation texture and the same character skinned from its full skeleton. Needs HEAT.
#include "frame_block.glsl"
#include "crowd_vertex.glsl"

layout(location = 0) out vec3 worldNormal;
layout(location = 1) out vec2 uv;
layout(location = 2) out float millimetres;

void main() {
  CrowdVertex vertex = crowdVertex();
  vec4 rotation = instanceRotation();
  vec3 world = instancePlace.xyz + rotated(rotation, vertex.position * instancePlace.w);
  worldNormal = rotated(rotation, vertex.normal);
  uv = vertex.uv;
  millimetres = heatMillimetres(vertex);
  gl_Position = frame.viewProjection * vec4(world, 1.0);
  if (!isShown(uint(gl_VertexIndex))) {
    gl_Position = kNowhere;
  }
}
