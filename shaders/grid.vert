#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"

layout(location = 0) out vec2 place;  // Metres from the centre of the grid, x and z.

void main() {
  vec2 corner = vec2((gl_VertexIndex & 1) != 0 ? 1.0 : -1.0, (gl_VertexIndex & 2) != 0 ? 1.0 : -1.0);
  place = corner * frame.grid.y;
  gl_Position = frame.viewProjection * vec4(frame.grid.z + place.x, 0.0, frame.grid.w + place.y, 1.0);
}
