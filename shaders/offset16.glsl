// An element in one texel of half floats: position within a range, octahedral normal (encoding "offset16",
// core/pack/FORMAT.md). Twin of core/vat/encoding.h.

// The number 0 … 61,439 that a half float represents.
uint codeOfHalf(uint bits) {
  uint magnitude = bits & 0x7fffu;
  uint step = magnitude < 0x400u ? 0u : magnitude - 0x400u;
  step = step < 30719u ? step : 30719u;
  return (bits & 0x8000u) != 0u ? 30719u - step : 30720u + step;
}

vec3 offsetPosition(vec4 texel, vec3 smallest, vec3 extent) {
  uint xy = packHalf2x16(vec2(texel.x, texel.y));
  uint zw = packHalf2x16(vec2(texel.z, texel.w));
  vec3 share = vec3(float(codeOfHalf(xy & 0xffffu)), float(codeOfHalf(xy >> 16)), float(codeOfHalf(zw & 0xffffu)));
  return smallest + share * (1.0f / 61439.0f) * extent;
}

// Unit vector.
vec3 offsetNormal(vec4 texel) {
  uint code = codeOfHalf(packHalf2x16(vec2(texel.z, texel.w)) >> 16);
  float u = float(code % 247u) * (2.0f / 246.0f) - 1.0f;
  float v = float(code / 247u) * (2.0f / 246.0f) - 1.0f;
  vec3 n = vec3(u, v, 1.0f - abs(u) - abs(v));
  if (n.z < 0.0f) {
    n = vec3((1.0f - abs(v)) * (u < 0.0f ? -1.0f : 1.0f), (1.0f - abs(u)) * (v < 0.0f ? -1.0f : 1.0f), n.z);
  }
  return normalize(n);
}
