#version 440
#extension GL_GOOGLE_include_directive : require

// Draws the pose of a socket to two pixels of floating-point targets, so that it can be read back: position and x axis,
// y and z axis.
#include "crowd_instance.glsl"
#include "socket.glsl"

layout(std140, binding = 0) uniform ProbeBlock {
  vec4 target;
} probe;

layout(location = 0) flat out vec4 position;
layout(location = 1) flat out vec4 normal;

void main() {
  SocketPose pose = socketPose();
  position = gl_VertexIndex == 0 ? vec4(pose.position, pose.scale.x) : vec4(pose.axes[1], pose.scale.y);
  normal = gl_VertexIndex == 0 ? vec4(pose.axes[0], 1.0) : vec4(pose.axes[2], pose.scale.z);
  vec2 place = (vec2(float(gl_VertexIndex), 0.0) + 0.5) / probe.target.xy * 2.0 - 1.0;
  gl_Position = vec4(place.x, place.y * probe.target.z, 0.5, 1.0);
  gl_PointSize = 1.0;
}
