#version 440

// A picture over the frame.
layout(location = 0) out vec2 uv;

layout(std140, binding = 0) uniform PanelBlock {
  vec4 place;  // In clip space: left, top, right, bottom.
} panel;

void main() {
  uv = vec2(float(gl_VertexIndex & 1), float(gl_VertexIndex >> 1));
  gl_Position = vec4(mix(panel.place.x, panel.place.z, uv.x), mix(panel.place.y, panel.place.w, uv.y), 0.0, 1.0);
}
