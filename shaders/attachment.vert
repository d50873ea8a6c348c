#version 440
#extension GL_GOOGLE_include_directive : require

// A vertex of a rigid model attached to an instance of a crowd, moved by a socket's matrix from the animation texture
// or, with POSED, by the skeleton's matrix. SHADOW: draws into the shadow map.
#include "frame_block.glsl"
#ifdef POSED
#define SKINNED
#endif
#include "crowd_instance.glsl"
#include "crowd_path.glsl"
#include "socket_rows.glsl"

layout(location = 4) in vec3 vertexPosition;
layout(location = 5) in vec3 vertexNormal;
layout(location = 6) in vec4 vertexTangent;
layout(location = 7) in vec4 vertexUvs;  // xy: the first set; zw: the second.
layout(location = 8) in vec4 vertexColor;
#ifdef POSED
layout(location = 9) in vec4 posedRow0;  // Rows of the matrix from bind pose to animated pose.
layout(location = 10) in vec4 posedRow1;
layout(location = 11) in vec4 posedRow2;
#endif

layout(std140, binding = 11) uniform AttachmentBlock {
  mat4 place;   // Placement of the model in the bind pose, in pack space.
  uvec4 texel;  // x: first texel of the socket's matrix within a frame.
} attachment;

#ifdef SHADOW
layout(location = 0) out vec2 uv;
#else
layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec4 worldNormal;
layout(location = 2) out vec2 uv;
layout(location = 3) out vec4 tint;
layout(location = 4) out vec3 viewColor;
layout(location = 5) out vec4 color;
layout(location = 6) out vec4 worldTangent;
layout(location = 7) out vec2 uv1;
layout(location = 8) out float tintMask;
layout(location = 9) flat out float pathShare;
#endif

vec3 unitOr(vec3 v, vec3 otherwise) {
  float lengthSquared = dot(v, v);
  return lengthSquared > 1e-30 ? v * inversesqrt(lengthSquared) : otherwise;
}

void main() {
#ifdef POSED
  vec4 rows[3] = vec4[3](posedRow0, posedRow1, posedRow2);
#else
  vec4 rows[3] = socketRows(attachment.texel.x).rows;
#endif
  vec4 inBind = attachment.place * vec4(vertexPosition, 1.0);
  vec3 position = vec3(dot(rows[0], inBind), dot(rows[1], inBind), dot(rows[2], inBind));
  vec4 rotation = instanceRotation();
  vec3 world = instancePlace.xyz + rotated(rotation, position * instancePlace.w);
  float share = textureShare(instancePlace.xyz, hasOwnPose());
  uv = vertexUvs.xy;
#ifdef SHADOW
  gl_Position = frame.lightViewProjection * vec4(world, 1.0);
#else
  mat3 placed = mat3(attachment.place);
  vec3 a = rows[0].xyz * placed;
  vec3 b = rows[1].xyz * placed;
  vec3 c = rows[2].xyz * placed;
  vec3 bc = cross(b, c);
  float mirror = dot(a, bc) < 0.0 ? -1.0 : 1.0;
  vec3 turned = vec3(dot(bc, vertexNormal), dot(cross(c, a), vertexNormal), dot(cross(a, b), vertexNormal));
  vec3 tangent = vec3(dot(a, vertexTangent.xyz), dot(b, vertexTangent.xyz), dot(c, vertexTangent.xyz));
  worldPosition = world;
  worldNormal = vec4(rotated(rotation, unitOr(mirror * turned, vertexNormal)), mirror);
  worldTangent = vec4(rotated(rotation, unitOr(tangent, vertexTangent.xyz)), vertexTangent.w * mirror);
  uv1 = vertexUvs.zw;
  color = vertexColor;
  tint = vec4(1.0, 1.0, 1.0, 0.0);  // An instance's colour tints its character only.
  tintMask = 0.0;
#ifdef SKINNED
  pathShare = share - kSkinnedOffset;
#else
  pathShare = share;
#endif
  viewColor = vec3(0.35);
  if (frame.views[crowd.clock.w].x == kViewPaths) {
    viewColor = pathShare < -0.5 ? vec3(0.8, 0.18, 0.02) : vec3(0.02, 0.12, 0.5);
  }
  gl_Position = frame.viewProjection * vec4(world, 1.0);
#endif
#ifdef SHADOW
  bool isLeft = isMostlyTheOther(share);
#else
  bool isLeft = isLeftToTheOther(share);
#endif
  if (isLeft) {
    gl_Position = kNowhere;
  }
}
