// What images of colours mean, in linear light. Decoded here: QRhi 6.4 knows no sRGB textures on OpenGL.
vec3 fromSrgb(vec3 c) {
  return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, vec3(lessThanEqual(c, vec3(0.04045))));
}
