// sRGB to linear light. Decoded here because QRhi 6.4 does not support sRGB textures on OpenGL.
vec3 fromSrgb(vec3 c) {
  return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, vec3(lessThanEqual(c, vec3(0.04045))));
}

// Linear light to sRGB.
vec3 toSrgbColor(vec3 color) {
  vec3 c = clamp(color, 0.0, 1.0);
  return mix(1.055 * pow(max(c, vec3(1e-8)), vec3(1.0 / 2.4)) - 0.055, c * 12.92, vec3(lessThanEqual(c, vec3(0.0031308))));
}
