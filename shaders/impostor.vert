#version 440
#extension GL_GOOGLE_include_directive : require

// A far character: a rectangle that faces the camera, from its instance's record. Where compute shaders are available,
// they resolve far characters instead (impostor_cover.comp).
#include "frame_block.glsl"
#include "crowd_instance.glsl"
#include "impostor.glsl"
#include "palette.glsl"

layout(binding = 4) uniform sampler2D impostorFrames;

#include "impostor_instance.glsl"

layout(location = 0) out vec2 place;            // On the rectangle, in half sides, −1 … 1.
layout(location = 1) flat out vec3 toward;      // This and the following as in ImpostorInstance.
layout(location = 2) flat out vec4 rotation;
layout(location = 3) flat out vec4 middle;
layout(location = 4) flat out vec4 tint;
layout(location = 5) flat out uvec4 views;      // w: the random bits.
layout(location = 6) flat out vec3 weights;
layout(location = 7) flat out uvec2 squares;
layout(location = 8) flat out float share;
layout(location = 9) flat out vec3 viewColor;

void main() {
  ImpostorInstance shown = impostorInstance();
  rotation = shown.rotation;
  middle = shown.middle;
  toward = shown.toward;
  views = uvec4(shown.views, shown.random);
  weights = shown.weights;
  squares = shown.squares;
  share = shown.share;
  viewColor = shown.viewColor;
  tint = vec4(unpackUnorm4x8(instanceLook.z).rgb, 1.0);

  place = vec2((gl_VertexIndex & 1) == 0 ? -1.0 : 1.0, (gl_VertexIndex & 2) == 0 ? -1.0 : 1.0);
  ImpostorView basis = impostorView(toward);
  vec3 onPlane = basis.right * (place.x * basis.reach.x) + basis.up * (place.y * basis.reach.y);
  gl_Position = frame.viewProjection * vec4(middle.xyz + rotated(rotation, onPlane * middle.w), 1.0);
}
