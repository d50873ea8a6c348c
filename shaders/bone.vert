#version 440
#extension GL_GOOGLE_include_directive : require

// A bone: an octahedron between two joints.
#include "frame_block.glsl"
#include "octahedron.glsl"

layout(location = 0) in vec4 boneFrom;  // xyz; w: radius.
layout(location = 1) in vec3 boneTo;
layout(location = 2) in uint boneColor;

layout(location = 0) out vec4 color;

void main() {
  vec3 along = boneTo - boneFrom.xyz;
  float size = length(along);
  vec3 z = size > 0.0 ? along / size : vec3(0.0, 1.0, 0.0);
  vec3 x = normalize(cross(abs(z.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), z));
  mat3 axes = mat3(x, cross(z, x), z);
  vec3 scale = vec3(boneFrom.w, boneFrom.w, size);
  vec3 world = boneFrom.xyz + axes * (octahedronCorner(gl_VertexIndex, 0.12) * scale);
  vec3 facing = normalize(axes * octahedronNormal(gl_VertexIndex, 0.12, scale) + vec3(1e-12));
  float light = 0.45 + 0.55 * abs(dot(facing, frame.cameraForward.xyz));
  vec4 own = unpackUnorm4x8(boneColor);
  color = vec4(own.rgb * light, own.a);
  gl_Position = frame.viewProjection * vec4(world, 1.0);
}
