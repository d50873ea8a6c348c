// Packs and unpacks values. Twin of viewport/scene/gpu/packing.h.

// A unit vector from octahedral encoding in two signed 16-bit values.
vec3 unpackDirection(uint bits) {
  vec2 e = unpackSnorm2x16(bits);
  vec3 v = vec3(e, 1.0 - abs(e.x) - abs(e.y));
  float t = max(-v.z, 0.0);
  v.x += v.x >= 0.0 ? -t : t;
  v.y += v.y >= 0.0 ? -t : t;
  return normalize(v);
}

// Two 16-bit values over a range: minimum, extent.
vec2 unpackUv(uint bits, vec4 range) {
  return range.xy + vec2(float(bits & 0xffffu), float(bits >> 16)) * (1.0 / 65535.0) * range.zw;
}

// The inverse of unpackDirection: the nearest of four neighbouring codes. `v` must not be zero.
uint packDirection(vec3 v) {
  vec3 unit = normalize(v);
  vec2 e = v.xy / (abs(v.x) + abs(v.y) + abs(v.z));
  if (v.z < 0.0) {
    e = (1.0 - abs(e.yx)) * vec2(v.x >= 0.0 ? 1.0 : -1.0, v.y >= 0.0 ? 1.0 : -1.0);
  }
  vec2 corner = floor(clamp(e, -1.0, 1.0) * 32767.0);
  uint best = 0u;
  float nearest = -2.0;
  for (int i = 0; i < 4; ++i) {
    uint bits = packSnorm2x16((corner + vec2(float(i & 1), float(i >> 1))) / 32767.0);
    float alike = dot(unpackDirection(bits), unit);
    if (alike > nearest) {
      nearest = alike;
      best = bits;
    }
  }
  return best;
}

// `v` normalised, or `otherwise` if it is zero (core/pack/FORMAT.md, "Playing").
vec3 unitOr(vec3 v, vec3 otherwise) {
  float lengthSquared = dot(v, v);
  return lengthSquared < 1e-20 ? otherwise : v * inversesqrt(lengthSquared);
}
