#version 440
#extension GL_GOOGLE_include_directive : require

// Computes, once a frame, the frames that each drawn instance shows in vertex mode and, with BASIS, the weights of its
// shapes. Vertex shaders with POSE_BUFFER read the result (pose_buffer.glsl).

#include "crowd_instance.glsl"
#include "slots.glsl"
#ifdef BASIS
#include "offset16.glsl"
#include "basis.glsl"
#include "shape_weights.glsl"
#endif

uvec2 packedFrames(CrowdFrames frames) {
  return uvec2(frames.current | frames.next << 16, floatBitsToUint(frames.fraction));
}

void main() {
  uint slot = firstInvocation() + gl_LocalInvocationIndex;
  if (slot >= slotCount()) {
    return;
  }
  readRecord(runOf(slot), slot);
  CrowdMoment moment = crowdMoment();
  uint shapeCount = crowdConstants().z;
  uint to = slot * (4u + (shapeCount + 1u) / 2u);
  writeInstance(to, moment.share);
  poses[to + 3u] = uvec4(packedFrames(moment.to), packedFrames(moment.from));
#ifdef BASIS
  ShapeWeights weights = firstShapeWeights();
  for (uint k = 0u; k < shapeCount; k += 2u) {
    vec2 even = nextShapeWeights(weights, moment, k);
    vec2 odd = k + 1u < shapeCount ? nextShapeWeights(weights, moment, k + 1u) : vec2(0.0);
    poses[to + 4u + k / 2u] = floatBitsToUint(vec4(even, odd));
  }
#endif
}
