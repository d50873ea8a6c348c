#version 440
#extension GL_GOOGLE_include_directive : require

// Decodes the bones of the instances that are drawn, once a frame: one invocation a bone. What it writes, vertex shaders
// with POSE_BUFFER read (pose_buffer.glsl). QUATERNION for this encoding; LAYERS for a second clip on some bones, of either
// encoding. The rules are those of core/pack/FORMAT.md, "Playing".

#include "crowd_instance.glsl"
#ifdef LAYERS
#include "layers.glsl"
#endif

layout(local_size_x = 64) in;

layout(std430, binding = 4) readonly buffer Records { uvec4 records[]; };  // Four an instance, as crowd_instance.glsl's attributes.
// Slots, runs of instances; work groups side by side; then the runs: first slot, its instance; ascending. Not a uniform
// block, for crowd_block.glsl's reasons.
layout(std430, binding = 5) readonly buffer Runs { uvec2 runs[]; };
layout(std430, binding = 6) writeonly buffer Poses { uvec4 poses[]; };

const uint kFirstRun = 2u;

shared uint firstRun;  // Of the group's first slot.

uint runOf(uint slot) {
  uint first = kFirstRun;
  uint count = runs[0].y;
  while (count > 1u) {
    uint half_ = count / 2u;
    bool after = runs[first + half_].x <= slot;
    first = after ? first + half_ : first;
    count = after ? count - half_ : half_;
  }
  return first;
}

void main() {
  uint bones = crowdLayout().w;
  uint begin = (gl_WorkGroupID.y * runs[1].x + gl_WorkGroupID.x) * 64u;
  if (gl_LocalInvocationIndex == 0u) {
    firstRun = runOf(begin / bones);
  }
  barrier();
  uint slot = (begin + gl_LocalInvocationIndex) / bones;
  uint bone = (begin + gl_LocalInvocationIndex) % bones;
  if (slot >= runs[0].x) {
    return;
  }
  uint run = firstRun;
  while (run + 1u < kFirstRun + runs[0].y && runs[run + 1u].x <= slot) {
    ++run;
  }
  uint record = 4u * (runs[run].y + slot - runs[run].x);
  instancePlace = uintBitsToFloat(records[record]);
  instanceLook = records[record + 1u];
  instanceClips = records[record + 2u];
  instancePhases = records[record + 3u];

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
    poses[to] = records[record];
    poses[to + 1u] = instanceLook;
    poses[to + 2u] = uvec4(instanceClips.xy, floatBitsToUint(moment.share), 0u);
  }
  to += 3u + 3u * bone;
  poses[to] = floatBitsToUint(rows[0]);
  poses[to + 1u] = floatBitsToUint(rows[1]);
  poses[to + 2u] = floatBitsToUint(rows[2]);
}
