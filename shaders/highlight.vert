#version 440
#extension GL_GOOGLE_include_directive : require

// Draws an instance again in one colour, offset in the picture: outlines and flashes.
#include "frame_block.glsl"
#include "crowd_vertex.glsl"
#include "crowd_path.glsl"

layout(location = 0) out vec2 uv;

layout(std140, binding = 5) uniform HighlightBlock {
  vec4 color;
  vec4 offset;  // xy: offset in clip space, for w = 1.
} highlight;

void main() {
  CrowdVertex vertex = crowdVertex();
  vec3 world = instancePlace.xyz + rotated(instanceRotation(), vertex.position * instancePlace.w);
  uv = vertex.uv;
  gl_Position = frame.viewProjection * vec4(world, 1.0);
  gl_Position.xy += highlight.offset.xy * gl_Position.w;
  if (!isShown(uint(gl_VertexIndex)) || isMostlyTheOther(textureShare(instancePlace.xyz, hasOwnPose()))) {
    gl_Position = kNowhere;
  }
}
