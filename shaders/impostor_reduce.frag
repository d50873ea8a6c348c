#version 440
#extension GL_GOOGLE_include_directive : require

// Filters a square of tiles drawn at twice their size into the atlas. Everything but depth is weighted by coverage, so
// that texels can be filtered.
#include "srgb.glsl"

layout(binding = 0) uniform sampler2D colors;
layout(binding = 1) uniform sampler2D shapes;
layout(binding = 2) uniform sampler2D surfaces;

layout(location = 0) out vec4 pictureColor;
layout(location = 1) out vec4 pictureShape;
layout(location = 2) out vec4 pictureSurface;

void main() {
  ivec2 square = textureSize(colors, 0) / 2;
  ivec2 at = (ivec2(gl_FragCoord.xy) % square) * 2;  // Squares of the atlas begin at multiples of their size.
  vec3 color = vec3(0.0);
  vec4 shape = vec4(0.0);
  vec4 surface = vec4(0.0);
  float covered = 0.0;
  for (int i = 0; i < 4; ++i) {
    ivec2 texel = at + ivec2(i & 1, i >> 1);
    vec4 one = texelFetch(colors, texel, 0);
    if (one.a > 0.5) {
      color += fromSrgb(one.rgb);
      shape += texelFetch(shapes, texel, 0);
      surface += texelFetch(surfaces, texel, 0);
      covered += 1.0;
    }
  }
  float share = covered * 0.25;
  float each = covered > 0.0 ? 1.0 / covered : 0.0;
  pictureColor = vec4(toSrgbColor(color * each) * share, share);
  pictureShape = vec4(shape.rgb * each * share, covered > 0.0 ? shape.a * each : 0.5);  // Without coverage, the depth
                                                                                        // is that of the centre.
  pictureSurface = surface * each * share;
}
