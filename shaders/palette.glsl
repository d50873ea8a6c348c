// Distinguishable colours: hues a golden section apart, linear light.

vec3 paletteColor(uint number) {
  float hue = fract(float(number) * 0.61803399 + 0.58);
  vec3 rgb = clamp(abs(fract(hue + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  vec3 color = mix(vec3(0.72), rgb, 0.62) * (number % 2u == 0u ? 0.95 : 0.75);
  return color * color;
}
