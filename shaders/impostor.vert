#version 440
#extension GL_GOOGLE_include_directive : require

// A far character: a rectangle that faces the camera, drawn from its record alone.
#include "frame_block.glsl"
#include "crowd_instance.glsl"
#include "impostor.glsl"
#include "palette.glsl"

layout(binding = 4) uniform sampler2D impostorFrames;  // For each frame of the animation texture, that which has pictures.

layout(location = 0) out vec2 place;            // On the rectangle: of its half sides, −1 … 1.
layout(location = 1) flat out vec3 toward;      // To the camera, pack space.
layout(location = 2) flat out vec4 rotation;    // Of the instance.
layout(location = 3) flat out vec4 middle;      // Of the rectangle, world; w: scale.
layout(location = 4) flat out vec4 tint;
layout(location = 5) flat out uvec4 views;      // Three directions around `toward`; w: bits that differ between instances.
layout(location = 6) flat out vec3 weights;     // Of them.
layout(location = 7) flat out uvec2 squares;    // Of the atlas: of clip A and clip B.
layout(location = 8) flat out float share;      // Of clip B.
layout(location = 9) flat out vec3 viewColor;

uint squareOf(CrowdFrames frames) {
  uint shown = frames.fraction < 0.5 ? frames.current : frames.next;
  uint side = impostor.frames.y;
  float number = texelFetch(impostorFrames, ivec2(int(shown % side), int(shown / side)), 0).r;
  uint look = instanceVariant() * impostor.sizes.w + min(instancePaletteEntry(), impostor.sizes.w - 1u);
  return look * impostor.frames.x + uint(number + 0.5);
}

void main() {
  rotation = instanceRotation();
  vec4 back = vec4(-rotation.xyz, rotation.w);
  middle = vec4(instancePlace.xyz + rotated(rotation, impostor.center.xyz * instancePlace.w), instancePlace.w);
  vec3 towardCamera =
      frame.cameraPosition.w > 0.5 ? normalize(frame.cameraPosition.xyz - middle.xyz) : -frame.cameraForward.xyz;
  toward = rotated(back, towardCamera);

  // The three corners around it of the grid of directions.
  float last = float(impostor.sizes.x - 1u);
  vec2 at = (impostorPlace(toward) * 0.5 + 0.5) * last;
  vec2 corner = clamp(floor(at), vec2(0.0), vec2(last - 1.0));
  vec2 inside = clamp(at - corner, 0.0, 1.0);
  uint first = uint(corner.y) * impostor.sizes.x + uint(corner.x);
  bool lower = inside.x + inside.y < 1.0;
  uint random = (floatBitsToUint(instancePlace.x) ^ (floatBitsToUint(instancePlace.z) << 7)) * 2654435769u;
  views = uvec4(first + (lower ? 0u : impostor.sizes.x + 1u), first + 1u, first + impostor.sizes.x, random >> 16);
  weights = lower ? vec3(1.0 - inside.x - inside.y, inside.x, inside.y)
                  : vec3(inside.x + inside.y - 1.0, 1.0 - inside.y, 1.0 - inside.x);

  share = fadeWeight();
  squares = uvec2(squareOf(shownFramesOfClipB()));
  if (share < 1.0) {
    squares.x = squareOf(shownFramesOfClipA());
  }
  tint = vec4(unpackUnorm4x8(instanceLook.z).rgb, 1.0);
  uint view = frame.views[crowd.clock.w].x;
  viewColor = vec3(0.02, 0.35, 0.05);  // Of kViewPaths.
  if (view == kViewClips) {
    viewColor = mix(paletteColor(instanceClips.x & 0x7fffu), paletteColor(instanceClips.y & 0x7fffu), share);
  }

  place = vec2((gl_VertexIndex & 1) == 0 ? -1.0 : 1.0, (gl_VertexIndex & 2) == 0 ? -1.0 : 1.0);
  ImpostorView basis = impostorView(toward);
  vec3 onPlane = basis.right * (place.x * basis.reach.x) + basis.up * (place.y * basis.reach.y);
  gl_Position = frame.viewProjection * vec4(middle.xyz + rotated(rotation, onPlane * middle.w), 1.0);
}
