// A line some pixels wide, as two triangles. Needs frame_block.glsl.

// Clip-space position of corner 0 … 5 of the line between two world positions.
vec4 segmentCorner(vec3 from, vec3 to, float pixels, int corner) {
  vec4 a = frame.viewProjection * vec4(from, 1.0);
  vec4 b = frame.viewProjection * vec4(to, 1.0);
  // The line is clipped just in front of the camera.
  const float kNearest = 1e-4;
  if (a.w < kNearest && b.w < kNearest) {
    return vec4(2.0, 2.0, 2.0, 1.0);
  }
  if (a.w < kNearest) {
    a = mix(a, b, (kNearest - a.w) / (b.w - a.w));
  } else if (b.w < kNearest) {
    b = mix(b, a, (kNearest - b.w) / (a.w - b.w));
  }
  vec2 along = (b.xy / b.w - a.xy / a.w) * frame.viewport.xy;
  float lengthSquared = dot(along, along);
  along = lengthSquared > 1e-12 ? along * inversesqrt(lengthSquared) : vec2(1.0, 0.0);
  bool atEnd = corner == 1 || corner == 2 || corner == 4;
  bool left = corner == 2 || corner == 4 || corner == 5;
  vec4 place = atEnd ? b : a;
  place.xy += vec2(-along.y, along.x) * frame.viewport.zw * pixels * (left ? 1.0 : -1.0) * place.w;
  return place;
}
