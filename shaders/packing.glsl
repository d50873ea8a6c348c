// Reads packed numbers. Twin of viewport/scene/packing.h.

// A unit vector from an octahedron unfolded into two signed numbers of 16 bits.
vec3 unpackDirection(uint bits) {
  vec2 e = unpackSnorm2x16(bits);
  vec3 v = vec3(e, 1.0 - abs(e.x) - abs(e.y));
  float t = max(-v.z, 0.0);
  v.x += v.x >= 0.0 ? -t : t;
  v.y += v.y >= 0.0 ? -t : t;
  return normalize(v);
}

// Two numbers of 16 bits over a range: smallest, extent.
vec2 unpackUv(uint bits, vec4 range) {
  return range.xy + vec2(float(bits & 0xffffu), float(bits >> 16)) * (1.0 / 65535.0) * range.zw;
}
