// An instance whose bones were decoded by pose.comp, with the vertices to skin; in vertex mode, an instance whose
// frames were computed by moment.comp. Everything but texels is read from buffers by vertex number and instance slot,
// because vertex attributes cost more than such reads on large GPUs, per component and vertex. Layouts:
// viewport/scene/gpu/gpu_poses.h. Needs crowd_block.glsl.

layout(location = 0) in uint instanceSlot;

// For each slot three rows of the instance, then three rows a bone or, in vertex mode, one row of frames and one row
// for each two shape weights; floats as their bits.
layout(std430, binding = 12) readonly buffer Poses { uvec4 poses[]; };
// The same words as in vertex attributes (viewport/scene/gpu/draw_vertices.h).
layout(std430, binding = 13) readonly buffer PosedVertices { uint vertexWords[]; };
#ifdef EXTRAS
layout(std430, binding = 14) readonly buffer PosedExtras { uvec4 extras[]; };
#endif

vec4 instancePlace;   // As in crowd_instance.glsl.
uvec4 instanceLook;
uvec4 instanceClips;  // x, y as there; z: weight of clip B, a float's bits.
uint poseBegin;       // First row of the bones or of the frames.

uint slotRows() {
#ifdef VERTEX_MODE
  return 4u + (crowdConstants().z + 1u) / 2u;
#else
  return 3u + 3u * crowdLayout().w;
#endif
}

void readInstance() {
  uint at = instanceSlot * slotRows();
  instancePlace = uintBitsToFloat(poses[at]);
  instanceLook = poses[at + 1u];
  instanceClips = poses[at + 2u];
  poseBegin = at + 3u;
}

uint vertexNumber() { return uint(gl_VertexIndex); }

float fadeWeight() { return uintBitsToFloat(instanceClips.z); }

// Row 0 … 2 of a bone's skin matrix.
vec4 posedRow(uint bone, uint row) { return uintBitsToFloat(poses[poseBegin + 3u * bone + row]); }
