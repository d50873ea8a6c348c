#version 440
#extension GL_GOOGLE_include_directive : require

// One triangle over the whole target. uv is (0, 0) in the picture's upper left corner.
#include "frame_block.glsl"

layout(location = 0) out vec2 uv;

void main() {
  vec2 corner = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
  uv = vec2(corner.x, frame.options.y != 0u ? -corner.y : corner.y) * 0.5 + 0.5;
  gl_Position = vec4(corner, 1.0, 1.0);
}
