#version 440
#extension GL_GOOGLE_include_directive : require

// Only what is cut out by alpha needs a look at its colour; SOLID materials are not (as in crowd.frag).
#ifndef SOLID
#include "material_block.glsl"
#endif

#ifdef TESSELLATED
layout(location = 2) in vec2 uv;  // Where crowd.vert has it.
#else
layout(location = 0) in vec2 uv;
#endif

#ifndef SOLID
layout(binding = 4) uniform sampler2D baseColorMap;
#endif

#ifdef DEPTH_AS_COLOR
layout(location = 0) out float depth;

// As the depth bias of the pipeline, which colours do not know (ShadowPass).
const float kBias = 2.0 / 16777216.0;
const float kSlopeBias = 2.0;
#endif

void main() {
#ifdef DEPTH_AS_COLOR
  float slope = max(abs(dFdx(gl_FragCoord.z)), abs(dFdy(gl_FragCoord.z)));
  depth = gl_FragCoord.z + kSlopeBias * slope + kBias;
#endif
#ifndef SOLID
  if (material.baseColor.a * texture(baseColorMap, uv).a < material.emissive.w) {
    discard;
  }
#endif
}
