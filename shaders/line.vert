#version 440
#extension GL_GOOGLE_include_directive : require

// A line between two world positions, some pixels wide. 6 vertices.
#include "frame_block.glsl"
#include "segment.glsl"

layout(location = 0) in vec4 lineFrom;  // xyz; w: half its width, pixels.
layout(location = 1) in vec3 lineTo;
layout(location = 2) in uint lineColor;

layout(location = 0) out vec4 color;

void main() {
  color = unpackUnorm4x8(lineColor);
  gl_Position = segmentCorner(lineFrom.xyz, lineTo, lineFrom.w, gl_VertexIndex % 6);
}
