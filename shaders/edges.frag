#version 440
#extension GL_GOOGLE_include_directive : require

// Edges of tessellated triangles over surfaces.
#include "material_block.glsl"

layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 result;

layout(binding = 4) uniform sampler2D baseColorMap;

void main() {
  if (material.baseColor.a * texture(baseColorMap, uv).a < material.emissive.w) {
    discard;
  }
  result = vec4(0.01, 0.012, 0.016, 0.8);  // As in edges_pass.cpp.
}
