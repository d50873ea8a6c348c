#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"
#include "shadow.glsl"

layout(location = 0) in vec2 place;
layout(location = 0) out vec4 result;

// Coverage of the pixel by lines every `unit` metres, `pixels` wide.
float lines(vec2 at, vec2 perPixel, float unit, float pixels) {
  vec2 scaled = at / unit;
  vec2 step_ = perPixel / unit;
  vec2 distance_ = abs(fract(scaled - 0.5) - 0.5) / max(step_, vec2(1e-9));
  vec2 share = clamp(0.5 * pixels + 0.5 - distance_, 0.0, 1.0);
  share *= 1.0 - smoothstep(0.15, 0.5, step_);  // Denser lines would blur to grey.
  return max(share.x, share.y);
}

float axis(float at, float perPixel) { return clamp(1.1 - abs(at) / max(perPixel, 1e-9), 0.0, 1.0); }

void main() {
  vec2 world = frame.grid.zw + place;
  vec2 perPixel = max(fwidth(world), vec2(1e-9));
  float fine = lines(world, perPixel, frame.grid.x, 1.0) * 0.065;
  float coarse = lines(world, perPixel, frame.grid.x * 10.0, 1.2) * 0.13;
  float drawn = float(frame.options.w);
  vec4 color = vec4(vec3(0.62, 0.68, 0.78), max(fine, coarse) * drawn);
  float x = axis(world.y, perPixel.y) * drawn;  // The x axis is where z is 0.
  float z = axis(world.x, perPixel.x) * drawn;
  color = mix(color, vec4(0.62, 0.12, 0.11, 0.5), x);
  color = mix(color, vec4(0.10, 0.24, 0.62, 0.5), z * (1.0 - x));
  float fromMiddle = length(place) / frame.grid.y;
  color.a *= 1.0 - smoothstep(0.25, 1.0, fromMiddle);
  vec3 toCamera = normalize(frame.cameraPosition.xyz - vec3(world.x, 0.0, world.y));
  float facing = frame.cameraPosition.w > 0.5 ? abs(toCamera.y) : abs(frame.cameraForward.y);
  color.a *= smoothstep(0.0, 0.12, facing);
  // The shadow darkens the ground below the lines.
  vec2 pixel = vec2(gl_FragCoord.x, frame.options.y != 0u ? frame.viewport.y - gl_FragCoord.y : gl_FragCoord.y);
  float shadow = (1.0 - keyLightAt(vec3(world.x, 0.0, world.y), vec3(0.0, 1.0, 0.0), pixel)) * 0.62;
  float alpha = color.a + shadow * (1.0 - color.a);
  result = vec4(color.rgb * color.a / max(alpha, 1e-5), alpha);
}
