// A bone as rotation, displacement of its pivot and scale (encoding "quaternion", core/pack/FORMAT.md). Twin of
// core/vat/encoding.h.

struct BoneTurn {
  vec4 rotation;  // x, y, z, w; as stored, normalised after blending.
  vec4 moved;     // Displacement of the pivot; scale.
};

vec4 unitRotation(vec4 q) {
  float squared = dot(q, q);
  return squared > 1e-30f ? q * inversesqrt(squared) : vec4(0.0f, 0.0f, 0.0f, 1.0f);
}

// Along the shorter arc.
BoneTurn blendTurns(BoneTurn a, BoneTurn b, float f) {
  float to = dot(a.rotation, b.rotation) < 0.0f ? -f : f;
  BoneTurn blended;
  blended.rotation = unitRotation(a.rotation * (1.0f - f) + b.rotation * to);
  blended.moved = a.moved * (1.0f - f) + b.moved * f;
  return blended;
}

// A row of the skin matrix from the same row of the rotation.
vec4 turnedRow(vec3 row, float moved, float pivotAlong, vec3 pivot) {
  return vec4(row, pivotAlong + moved - dot(row, pivot));
}

// Rows of the skin matrix; the rotation of unit length.
vec4 turnRowX(BoneTurn turn, vec3 pivot) {
  vec4 q = turn.rotation;
  vec3 row = turn.moved.w * vec3(1.0f - 2.0f * (q.y * q.y + q.z * q.z), 2.0f * (q.x * q.y - q.w * q.z), 2.0f * (q.x * q.z + q.w * q.y));
  return turnedRow(row, turn.moved.x, pivot.x, pivot);
}
vec4 turnRowY(BoneTurn turn, vec3 pivot) {
  vec4 q = turn.rotation;
  vec3 row = turn.moved.w * vec3(2.0f * (q.x * q.y + q.w * q.z), 1.0f - 2.0f * (q.x * q.x + q.z * q.z), 2.0f * (q.y * q.z - q.w * q.x));
  return turnedRow(row, turn.moved.y, pivot.y, pivot);
}
vec4 turnRowZ(BoneTurn turn, vec3 pivot) {
  vec4 q = turn.rotation;
  vec3 row = turn.moved.w * vec3(2.0f * (q.x * q.z - q.w * q.y), 2.0f * (q.y * q.z + q.w * q.x), 1.0f - 2.0f * (q.x * q.x + q.y * q.y));
  return turnedRow(row, turn.moved.z, pivot.z, pivot);
}
