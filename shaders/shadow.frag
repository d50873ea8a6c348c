#version 440
#extension GL_GOOGLE_include_directive : require

// Only what is cut out by alpha needs a look at its colour.
#include "material_block.glsl"

layout(location = 0) in vec2 uv;

layout(binding = 4) uniform sampler2D baseColorMap;

void main() {
  if (material.baseColor.a * texture(baseColorMap, uv).a < material.emissive.w) {
    discard;
  }
}
