#version 440
#extension GL_GOOGLE_include_directive : require

// Finds for each sample of the picture the nearest far character that covers it (impostor_samples.glsl). kLanes
// invocations share the pixels of a character's rectangle.

#include "frame_block.glsl"
#include "impostor.glsl"
#include "impostor_record.glsl"
#define IMPOSTOR_SAMPLES
#include "impostor_samples.glsl"
#include "impostor_rectangle.glsl"
#include "impostor_look.glsl"

layout(local_size_x = 64) in;

// Number of slots; in the second element's y, this shader's work groups side by side (slots.glsl).
layout(std430, binding = 5) readonly buffer Runs { uvec2 runs[]; };

const uint kLanes = 32u;  // viewport/passes/impostor_records.cpp

// Whether the character would be hidden in all samples of the pixel.
bool isHidden(uint word, uint key) {
  uint farthest = 0u;
  for (uint i = 0u; i < samplesOfPixel(); ++i) {
    farthest = max(farthest, impostorSamples[word + i]);
  }
  return farthest < key;
}

void cover(uint row, uint key, Rectangle rectangle, uvec2 pixel) {
  uint word = wordOf(pixel);
  if (isHidden(word, key)) {
    return;
  }
  vec2 place = placeAt(rectangle, vec2(pixel));
  if (max(abs(place.x), abs(place.y)) > 1.0) {
    return;
  }
  uint samples = samplesOfPixel();
  uint count = uint(coveredAt(lookOf(row, vec2(pixel) + 0.5), place) * float(samples) + 0.5);
  // Covers a proportional number of the pixel's samples, which differ from character to character.
  uint turn = impostorRows[row + 5u].w & (samples - 1u);
  for (uint i = 0u; i < min(count, samples); ++i) {
    atomicMin(impostorSamples[word + ((turn + i) & (samples - 1u))], key);
  }
}

void main() {
  uint slot = (gl_WorkGroupID.y * runs[1].y + gl_WorkGroupID.x) * (64u / kLanes) + gl_LocalInvocationIndex / kLanes;
  uint slots = runs[0].x;
  if (slot >= slots) {
    return;
  }
  uint row = slot * kImpostorRows;
  Rectangle rectangle = rectangleOf(row);
  float nearest = rectangle.middle.z - abs(rectangle.right.z) - abs(rectangle.up.z);
  if (nearest <= 0.0) {
    return;
  }
  vec2 least = vec2(1e9);
  vec2 most = vec2(-1e9);
  for (int i = 0; i < 4; ++i) {
    vec3 corner = rectangle.middle + ((i & 1) != 0 ? rectangle.right : -rectangle.right) +
                  ((i & 2) != 0 ? rectangle.up : -rectangle.up);
    vec2 at = (corner.xy / corner.z * 0.5 + 0.5) * frame.viewport.xy;
    least = min(least, at);
    most = max(most, at);
  }
  // Pixels whose centre is inside.
  ivec2 first = ivec2(clamp(ceil(least - 0.5), vec2(0.0), frame.viewport.xy));
  ivec2 size = ivec2(clamp(floor(most - 0.5) + 1.0, vec2(0.0), frame.viewport.xy)) - first;
  if (size.x <= 0 || size.y <= 0) {
    return;
  }
  uint bits = slotBits(slots);
  float metres = dot(impostorRow(row).xyz - frame.cameraPosition.xyz, frame.cameraForward.xyz);
  uint key = distanceBits(metres, bits) << bits | slot;
  uint width = uint(size.x);
  uint pixels = width * uint(size.y);
  for (uint i = gl_LocalInvocationIndex % kLanes; i < pixels; i += kLanes) {
    uint y = i / width;
    cover(row, key, rectangle, uvec2(first) + uvec2(i - y * width, y));
  }
}
