#version 440
#extension GL_GOOGLE_include_directive : require

// A sample of what is held at a socket: a dagger that points along z. 48 vertices: blade, grip.
#include "frame_block.glsl"
#include "crowd_instance.glsl"
#include "socket.glsl"
#include "octahedron.glsl"

layout(location = 0) out vec4 color;

void main() {
  SocketPose pose = socketPose();
  bool blade = gl_VertexIndex < 24;
  int vertex = gl_VertexIndex % 24;
  vec3 scale = blade ? vec3(0.16, 0.05, 2.2) : vec3(0.07, 0.07, 0.7);
  float waist = blade ? 0.14 : 0.5;
  vec3 place = octahedronCorner(vertex, waist) * scale - vec3(0.0, 0.0, blade ? 0.0 : 0.6);
  vec3 normal = normalize(octahedronNormal(vertex, waist, scale));
  mat3 axes = mat3(pose.axes[0], pose.axes[1], pose.axes[2]);
  vec4 rotation = instanceRotation();
  vec3 world = instancePlace.xyz + rotated(rotation, (pose.position + axes * place * socket.origin.w) * instancePlace.w);
  vec3 facing = rotated(rotation, axes * normal);
  float light = 0.35 + 0.65 * max(dot(facing, frame.keyDirection.xyz), 0.0);
  color = vec4((blade ? vec3(0.62, 0.66, 0.72) : vec3(0.30, 0.13, 0.05)) * light, 1.0);
  gl_Position = frame.viewProjection * vec4(world, 1.0);
}
