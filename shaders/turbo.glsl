// The sRGB colour scale of the heat map: Turbo (Mikhailov, "Turbo, An Improved Rainbow Colormap for Visualization",
// 2019), by its published polynomials. Twin of viewport/scene/turbo.h.

vec3 turbo(float x) {
  float t = clamp(x, 0.0, 1.0);
  float r = 0.13572138 + t * (4.61539260 + t * (-42.66032258 + t * (132.13108234 + t * (-152.94239396 + t * 59.28637943))));
  float g = 0.09140261 + t * (2.19418839 + t * (4.84296658 + t * (-14.18503333 + t * (4.27729857 + t * 2.82956604))));
  float b = 0.10667330 + t * (12.64194608 + t * (-60.58204836 + t * (110.36276771 + t * (-89.90310912 + t * 27.34824973))));
  return clamp(vec3(r, g, b), 0.0, 1.0);
}
