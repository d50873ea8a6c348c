#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"
#include "material_block.glsl"
#include "srgb.glsl"
#include "turbo.glsl"

layout(location = 0) in vec3 worldNormal;
layout(location = 1) in vec2 uv;
layout(location = 2) in float millimetres;
layout(location = 0) out vec4 result;

layout(binding = 4) uniform sampler2D baseColorMap;

void main() {
  if (material.baseColor.a * texture(baseColorMap, uv).a < material.emissive.w) {
    discard;
  }
  // Minimal shading to show the shape: colours must match the legend.
  float facing = abs(dot(normalize(worldNormal), normalize(frame.cameraForward.xyz)));
  result = vec4(fromSrgb(turbo(millimetres / frame.compare.z)) * mix(0.8, 1.0, facing), 1.0);
}
