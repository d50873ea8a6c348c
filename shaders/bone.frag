#version 440

layout(location = 0) in vec4 color;
layout(location = 0) out vec4 result;

layout(std140, binding = 2) uniform BoneBlock {
  vec4 strength;  // x: opacity of the colour.
} bones;

void main() { result = vec4(color.rgb, color.a * bones.strength.x); }
