#version 440
#extension GL_GOOGLE_include_directive : require

// Converts linear light to screen colours.
#include "frame_block.glsl"
#include "srgb.glsl"
#include "background.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;
layout(binding = 1) uniform sampler2D linearPicture;
layout(binding = 2) uniform sampler2D comparedPicture;

// The shoulder of the Khronos PBR neutral tone mapper (Khronos Group, ToneMapping repository): colours below its knee
// are unchanged, brighter ones approach white without a change of hue. Its toe is omitted, because it would darken the
// background.
vec3 neutral(vec3 color) {
  const float knee = 0.8 - 0.04;
  float peak = max(color.r, max(color.g, color.b));
  if (peak < knee) {
    return color;
  }
  const float room = 1.0 - knee;
  float compressed = 1.0 - room * room / (peak + room - knee);
  color *= compressed / peak;
  float towardsWhite = 1.0 - 1.0 / (0.15 * (peak - compressed) + 1.0);
  return mix(color, vec3(compressed), towardsWhite);
}

// Tone-maps the colour where the view requires it.
vec3 toned(vec3 color) { return frame.options.z != 0u ? neutral(color) : color; }

// Pictures are premultiplied: alpha is the scene's coverage of a pixel, the rest is background.
vec3 shownOf(vec4 texel) { return toned(texel.rgb + (1.0 - texel.a) * frame.compare.w * backgroundAt(uv)); }

float brightness(vec3 color) { return dot(color, vec3(0.2126, 0.7152, 0.0722)); }

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);  // Source and target are framebuffers with the same orientation.
  vec3 color = shownOf(texelFetch(linearPicture, pixel, 0));
  if (frame.compare.x == 1.0) {
    float fromSplit = uv.x * frame.viewport.x - floor(frame.compare.y * frame.viewport.x + 0.5);
    if (fromSplit > 0.0) {
      color = shownOf(texelFetch(comparedPicture, pixel, 0));
    }
    if (abs(fromSplit) < 1.0) {
      color = vec3(0.80);
    }
  } else if (frame.compare.x == 2.0) {
    // Two inks that add up to grey: differences between the pictures are coloured.
    float first = brightness(color);
    float second = brightness(shownOf(texelFetch(comparedPicture, pixel, 0)));
    color = first * vec3(1.0, 0.42, 0.02) + second * vec3(0.0, 0.58, 0.98);
  }
  // Half a step of noise (Jimenez, interleaved gradient noise) prevents banding in soft gradients.
  vec2 at = uv * frame.viewport.xy;
  float noise = fract(52.9829189 * fract(dot(floor(at), vec2(0.06711056, 0.00583715))));
  result = vec4(toSrgbColor(color) + (noise - 0.5) / 255.0, 1.0);
}
