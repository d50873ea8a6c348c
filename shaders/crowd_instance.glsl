// An instance of a crowd: where it stands, and which frames of the animation texture it shows. The layout is that of
// viewport/scene/instance_record.h. STILL: without what it plays.

#include "texel_address.glsl"
#include "crowd_clock.glsl"
#include "crowd_block.glsl"

layout(binding = 3) uniform sampler2D animation;

layout(location = 0) in vec4 instancePlace;    // xyz: position; w: scale.
layout(location = 1) in uvec4 instanceLook;    // Rotation xy, zw; tint; fade duration and user bits.
#ifndef STILL
layout(location = 2) in uvec4 instanceClips;   // Clip A, clip B, fade start, low bits of steps A and B.
layout(location = 3) in uvec4 instancePhases;  // Phase A, step A, phase B, step B.

CrowdFrames framesOf(uint clip, uint phase, uint stepHigh, uint stepLow) {
  bool loops = (clip & 0x8000u) != 0u;
  uvec2 at = loops ? uvec2(crowdLoopPhase(phase, int(stepHigh), stepLow, crowd.clock.x, crowd.clock.y), 0u)
                   : crowdOncePhase(phase, int(stepHigh), stepLow, crowd.clock.x, crowd.clock.y);
  CrowdFrames frames = crowdFrames(clip & 0x7fffu, clip >> 16, loops, at.x, at.y != 0u);
  if (crowd.clock.z != 0u) {
    frames.fraction = 0.0;
  }
  return frames;
}

CrowdFrames framesOfClipA() {
  return framesOf(instanceClips.x, instancePhases.x, instancePhases.y, instanceClips.w & 0xffffu);
}

CrowdFrames framesOfClipB() {
  return framesOf(instanceClips.y, instancePhases.z, instancePhases.w, instanceClips.w >> 16);
}

// Share of clip B: 1 when no fade is on.
float fadeWeight() {
  return crowdFadeWeight(instanceClips.z, instanceLook.w & 0xffffu, crowd.clock.x, crowd.clock.y);
}

vec4 blendedTexel(CrowdFrames frames, uint texel) {
  uvec2 a = texelAddress(crowd.layout_.x, crowd.layout_.y, frames.current, texel);
  uvec2 b = texelAddress(crowd.layout_.x, crowd.layout_.y, frames.next, texel);
  return mix(texelFetch(animation, ivec2(a), 0), texelFetch(animation, ivec2(b), 0), frames.fraction);
}
#endif

vec4 instanceRotation() {
  vec4 q = vec4(unpackSnorm2x16(instanceLook.x), unpackSnorm2x16(instanceLook.y));
  return q * inversesqrt(max(dot(q, q), 1e-20));
}

vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

uint instanceVariant() { return instanceLook.w >> 24; }
uint instancePaletteEntry() { return (instanceLook.w >> 16) & 0xffu; }

// Whether the instance's variant shows a vertex.
bool isShown(uint vertex) {
  if (crowd.variants.x == 0u) {
    return true;
  }
  uint first = 0u;
  for (uint count = crowd.variants.x; count > 1u;) {
    uint half_ = count / 2u;
    uint middle = first + half_ - 1u;
    uint end = (middle & 1u) == 0u ? crowd.parts[middle >> 1].x : crowd.parts[middle >> 1].z;
    first = vertex >= end ? first + half_ : first;
    count = vertex >= end ? count - half_ : half_;
  }
  uint seen = (first & 1u) == 0u ? crowd.parts[first >> 1].y : crowd.parts[first >> 1].w;
  return (seen >> instanceVariant() & 1u) != 0u;
}

// Where a vertex goes that is not shown: with its whole triangle to one place outside of the picture.
const vec4 kNowhere = vec4(2.0, 2.0, 2.0, 1.0);
