#version 440
#extension GL_GOOGLE_include_directive : require

// Decodes the bones of the drawn instances once a frame: one invocation a bone. Vertex shaders with POSE_BUFFER read
// the result (pose_buffer.glsl). QUATERNION for this encoding; LAYERS for a second clip on some bones, with either
// encoding. The rules are those of core/pack/FORMAT.md, "Playing".

#include "crowd_instance.glsl"
#ifdef LAYERS
#include "layers.glsl"
#endif

#include "slots.glsl"

shared uint firstRun;  // The run of the group's first slot.

void main() {
  uint bones = crowdLayout().w;
  uint begin = firstInvocation();
  if (gl_LocalInvocationIndex == 0u) {
    firstRun = runOf(begin / bones);
  }
  barrier();
  uint slot = (begin + gl_LocalInvocationIndex) / bones;
  uint bone = (begin + gl_LocalInvocationIndex) % bones;
  if (slot >= slotCount()) {
    return;
  }
  uint run = firstRun;
  while (run + 1u < kFirstRun + runs[0].y && runs[run + 1u].x <= slot) {
    ++run;
  }
  readRecord(run, slot);

  CrowdMoment moment = crowdMoment();
#ifdef LAYERS
  mat4 rows = transpose(layeredBone(moment, layerMoment(), bone));
#elif defined(QUATERNION)
  vec4 rows[3] = turnRows(moment, bone).rows;
#else
  vec4 rows[3];
  uvec2 place = placeOfTexel(elementTexel(crowdLayout().z, bone, 0u));
  for (int i = 0; i < 3; ++i) {
    rows[i] = blendedTexel(moment, place);
    place = placeAfter(place);
  }
#endif
  uint to = slot * (3u + 3u * bones);
  if (bone == 0u) {
    writeInstance(to, moment.share);
  }
  to += 3u + 3u * bone;
  poses[to] = floatBitsToUint(rows[0]);
  poses[to + 1u] = floatBitsToUint(rows[1]);
  poses[to + 2u] = floatBitsToUint(rows[2]);
}
