#version 440
#extension GL_GOOGLE_include_directive : require

// Composes far characters into the picture, from the pixels of impostor_shade.comp. All covered samples of a pixel get
// the average of its samples, which resolves to the same.

#include "frame_block.glsl"
#include "impostor.glsl"
#define IMPOSTOR_SAMPLES readonly
#include "impostor_samples.glsl"

layout(location = 0) out vec4 result;

void main() {
  uint word = wordOf(uvec2(gl_FragCoord.xy));
  uint depth = impostorSamples[word + 2u];
  if (depth == kNobody) {
    discard;
  }
  uint blueAndCovered = impostorSamples[word + 1u];
  gl_SampleMask[0] = int(blueAndCovered >> 16);
  gl_FragDepth = uintBitsToFloat(depth);
  result = vec4(unpackHalf2x16(impostorSamples[word]), unpackHalf2x16(blueAndCovered).x, 1.0);
}
