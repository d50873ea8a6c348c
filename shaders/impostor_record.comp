#version 440
#extension GL_GOOGLE_include_directive : require

// Computes, once a frame, the record of each visible far character with the values that all of its pixels share
// (impostor_record.glsl): one invocation a character.

#include "frame_block.glsl"
#include "crowd_instance.glsl"
#include "slots.glsl"
#include "impostor.glsl"
#include "palette.glsl"

layout(binding = 7) uniform sampler2D impostorFrames;

#include "impostor_instance.glsl"

const uint kImpostorRows = 16u;  // impostor_record.glsl

uint packedCorner(uvec2 texel) { return texel.x | texel.y << 16; }

uint cornerOfSquare(uint number) {
  uint side = impostor.sizes.x * impostor.sizes.y;
  return packedCorner(uvec2(number % impostor.sizes.z, number / impostor.sizes.z) * side);
}

const float kCoarsest = 4.0;  // Mipmaps: tiles of two texels.

// Mipmap from the texels of a tile per pixel at the centre of the rectangle.
float mipmapOf(vec3 middle, vec3 sides[3]) {
  vec4 at = frame.viewProjection * vec4(middle, 1.0);
  vec4 right = frame.viewProjection * vec4(sides[0], 0.0);
  vec4 up = frame.viewProjection * vec4(sides[1], 0.0);
  vec2 pixels = vec2(length((right.xy * at.w - at.xy * right.w) * frame.viewport.xy),
                     length((up.xy * at.w - at.xy * up.w) * frame.viewport.xy)) *
                (0.5 / max(at.w * at.w, 1e-12));
  float texels = 0.5 * float(impostor.sizes.y) / max(sqrt(pixels.x * pixels.y), 1e-4);
  return clamp(log2(texels) + impostor.halfExtents.w, 0.0, kCoarsest);
}

void main() {
  uint slot = firstInvocation() + gl_LocalInvocationIndex;
  if (slot >= slotCount()) {
    return;
  }
  readRecord(runOf(slot), slot);
  ImpostorInstance shown = impostorInstance();
  ImpostorView basis = impostorView(shown.toward);
  float scale = shown.middle.w;
  vec3 sides[3] = {rotated(shown.rotation, basis.right * basis.reach.x * scale),
                   rotated(shown.rotation, basis.up * basis.reach.y * scale),
                   rotated(shown.rotation, shown.toward * scale)};
  uint to = slot * kImpostorRows;
  poses[to] = floatBitsToUint(shown.middle);
  poses[to + 4u] = floatBitsToUint(shown.rotation);
  poses[to + 5u] = uvec4(instanceLook.z, packHalf2x16(shown.viewColor.xy), packHalf2x16(vec2(shown.viewColor.z, 0.0)),
                         shown.random);
  poses[to + 6u] = uvec4(cornerOfSquare(shown.squares.x), cornerOfSquare(shown.squares.y),
                         floatBitsToUint(shown.share), floatBitsToUint(mipmapOf(shown.middle.xyz, sides)));
  for (uint i = 0u; i < 3u; ++i) {
    poses[to + 1u + i] = floatBitsToUint(vec4(sides[i], shown.weights[i]));
    uint number = shown.views[i];
    ImpostorView view = impostorViewOf(number);
    // The sides and the normal of the rectangle in the axes of the picture.
    vec2 alongX = vec2(dot(basis.right, view.right), dot(basis.right, view.up)) * basis.reach.x;
    vec2 alongY = vec2(dot(basis.up, view.right), dot(basis.up, view.up)) * basis.reach.y;
    vec2 toward = vec2(dot(shown.toward, view.right), dot(shown.toward, view.up));
    float depth = view.reach.z * dot(view.toward, shown.toward);
    uvec2 tile = uvec2(number % impostor.sizes.x, number / impostor.sizes.x) * impostor.sizes.y;
    poses[to + 7u + 3u * i] = floatBitsToUint(vec4(alongX / view.reach.xy, alongY / view.reach.xy));
    poses[to + 8u + 3u * i] =
        uvec4(floatBitsToUint(vec3(dot(alongX, toward), dot(alongY, toward), depth)), packedCorner(tile));
    poses[to + 9u + 3u * i] = uvec4(floatBitsToUint(toward / view.reach.xy), 0u, 0u);
  }
}
