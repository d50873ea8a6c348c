// Decodes texels of the encoding "basis", which represents elements as sums of shapes (core/pack/FORMAT.md): one texel
// of a shape and one of a frame's weights. Twin of core/vat/basis.h; include offset16.glsl first.

// Relative to the largest offset of a position, −1 … 1.
vec3 shapeOffset(vec4 texel) {
  uint xy = packHalf2x16(vec2(texel.x, texel.y));
  uint zw = packHalf2x16(vec2(texel.z, texel.w));
  vec3 codes = vec3(float(codeOfHalf(xy & 0xffffu)), float(codeOfHalf(xy >> 16)), float(codeOfHalf(zw & 0xffffu)));
  return (codes - 30720.0f) * (1.0f / 30719.0f);
}

// Relative to the largest offset of a normal, −1 … 1.
vec3 shapeNormal(vec4 texel) {
  uint code = codeOfHalf(packHalf2x16(vec2(texel.z, texel.w)) >> 16);
  return (vec3(float(code % 39u), float(code / 39u % 39u), float(code / 1521u)) - 19.0f) * (1.0f / 19.0f);
}

// Relative to the ranges of four weights, 0 … 1.
vec4 weightShares(vec4 texel) {
  uint xy = packHalf2x16(vec2(texel.x, texel.y));
  uint zw = packHalf2x16(vec2(texel.z, texel.w));
  return vec4(float(codeOfHalf(xy & 0xffffu)), float(codeOfHalf(xy >> 16)), float(codeOfHalf(zw & 0xffffu)),
              float(codeOfHalf(zw >> 16))) * (1.0f / 61439.0f);
}
