#version 440
#extension GL_GOOGLE_include_directive : require

#include "frame_block.glsl"
#include "crowd_vertex.glsl"
#include "crowd_path.glsl"

layout(location = 0) out vec2 uv;

void main() {
  readInstance();
#ifdef CALM
  if (isRestless()) {
    gl_Position = kNowhere;
    return;
  }
#endif
  CrowdVertex vertex = crowdVertex();
  vec3 world = instancePlace.xyz + rotated(instanceRotation(), vertex.position * instancePlace.w);
  uv = vertex.uv;
  gl_Position = frame.lightViewProjection * vec4(world, 1.0);
  if (!isShown(vertexNumber()) || isMostlyTheOther(textureShare(instancePlace.xyz, hasOwnPose()))) {
    gl_Position = kNowhere;
  }
}
