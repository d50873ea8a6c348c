#version 440
#extension GL_GOOGLE_include_directive : require

// Clears all samples: one invocation a pixel.

#include "frame_block.glsl"
#include "impostor.glsl"
#define IMPOSTOR_SAMPLES writeonly
#include "impostor_samples.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

void main() {
  uvec2 pixel = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(pixel, uvec2(frame.viewport.xy)))) {
    return;
  }
  uint word = wordOf(pixel);
  for (uint i = 0u; i < max(samplesOfPixel(), 3u); ++i) {
    impostorSamples[word + i] = kNobody;
  }
}
