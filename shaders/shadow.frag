#version 440
#extension GL_GOOGLE_include_directive : require

// Only alpha-tested materials sample their colour; SOLID materials do not (as in crowd.frag).
#ifndef SOLID
#include "material_block.glsl"
#endif

#ifdef TESSELLATED
layout(location = 2) in vec2 uv;  // As in crowd.vert.
#else
layout(location = 0) in vec2 uv;
#endif

#ifndef SOLID
layout(binding = 4) uniform sampler2D baseColorMap;
#endif

#ifdef DEPTH_AS_COLOR
layout(location = 0) out float depth;

// Same as the pipeline's depth bias, which does not apply to colours (ShadowPass).
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
