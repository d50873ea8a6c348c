#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;

void main() {
  vec3 color = mix(frame.backgroundTop.rgb, frame.backgroundBottom.rgb, smoothstep(0.0, 1.0, uv.y));
  vec2 fromMiddle = (uv - vec2(0.5, 0.45)) * vec2(min(frame.viewport.x * frame.viewport.w, 1.6), 1.0);
  float glow = 1.0 - smoothstep(0.0, 0.95, length(fromMiddle));
  result = vec4(color * (0.72 + 0.75 * glow), 1.0);
}
