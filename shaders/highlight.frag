#version 440
#extension GL_GOOGLE_include_directive : require

#include "material_block.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;

layout(binding = 4) uniform sampler2D baseColorMap;

layout(std140, binding = 5) uniform HighlightBlock {
  vec4 color;
  vec4 offset;
} highlight;

void main() {
  if (material.baseColor.a * texture(baseColorMap, uv).a < material.emissive.w) {
    discard;
  }
  result = highlight.color;
}
