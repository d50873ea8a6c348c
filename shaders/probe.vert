#version 440
#extension GL_GOOGLE_include_directive : require

// Draws vertex n as a point to pixel n of a floating-point target, so that decoded values can be read back.
#include "crowd_vertex.glsl"

layout(std140, binding = 0) uniform ProbeBlock {
  vec4 target;  // Width, height; z: −1 if row 0 is at the top of clip space.
} probe;

layout(location = 0) flat out vec4 position;  // w: 1, marks pixels that were drawn.
layout(location = 1) flat out vec4 normal;    // w, with HEAT: deviation in millimetres.

void main() {
  readInstance();
  CrowdVertex vertex = crowdVertex();
  vec4 rotation = instanceRotation();
  position = vec4(instancePlace.xyz + rotated(rotation, vertex.position * instancePlace.w), 1.0);
#ifdef HEAT
  normal = vec4(rotated(rotation, vertex.normal), heatMillimetres(vertex));
#else
  normal = vec4(rotated(rotation, vertex.normal), 0.0);
#endif
  uint width = uint(probe.target.x);
  vec2 pixel = vec2(float(uint(gl_VertexIndex) % width), float(uint(gl_VertexIndex) / width));
  vec2 place = (pixel + 0.5) / probe.target.xy * 2.0 - 1.0;
  gl_Position = vec4(place.x, place.y * probe.target.z, 0.5, 1.0);
  gl_PointSize = 1.0;
}
