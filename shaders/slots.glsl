// Finds the instance of a slot, for compute shaders that write data for vertex shaders (viewport/scene/gpu/gpu_poses.h).
// Needs crowd_instance.glsl with POSE_PASS.

layout(local_size_x = 64) in;

layout(std430, binding = 4) readonly buffer Records { uvec4 records[]; };  // Four an instance, as crowd_instance.glsl's attributes.
// Slots, runs of instances; work groups side by side; then the runs in ascending order: first slot, its instance. Not a
// uniform block, for the reasons in crowd_block.glsl.
layout(std430, binding = 5) readonly buffer Runs { uvec2 runs[]; };
layout(std430, binding = 6) writeonly buffer Poses { uvec4 poses[]; };

const uint kFirstRun = 2u;

uint slotCount() { return runs[0].x; }
uint firstInvocation() { return (gl_WorkGroupID.y * runs[1].x + gl_WorkGroupID.x) * 64u; }

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

void readRecord(uint run, uint slot) {
  uint record = 4u * (runs[run].y + slot - runs[run].x);
  instancePlace = uintBitsToFloat(records[record]);
  instanceLook = records[record + 1u];
  instanceClips = records[record + 2u];
  instancePhases = records[record + 3u];
}

// Writes the first rows of a slot.
void writeInstance(uint to, float share) {
  poses[to] = floatBitsToUint(instancePlace);
  poses[to + 1u] = instanceLook;
  poses[to + 2u] = uvec4(instanceClips.xy, floatBitsToUint(share), 0u);
}
