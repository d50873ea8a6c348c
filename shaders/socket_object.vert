#version 440
#extension GL_GOOGLE_include_directive : require

// A sample object held at a socket, made of two octahedra along z: a dagger, a staff or a shield. 48 vertices.
#include "frame_block.glsl"
#include "crowd_instance.glsl"
#include "crowd_path.glsl"
#include "socket.glsl"
#include "octahedron.glsl"

layout(location = 0) out vec4 color;

// Two for each shape: width, thickness and length; w: position of the widest point.
const vec4 kParts[6] = vec4[6](vec4(0.16, 0.05, 2.2, 0.14), vec4(0.07, 0.07, 0.7, 0.5),    // Blade, grip.
                               vec4(0.07, 0.07, 5.0, 0.5), vec4(0.24, 0.24, 0.6, 0.5),     // Shaft, knob.
                               vec4(1.1, 1.1, 0.24, 0.35), vec4(0.26, 0.26, 0.42, 0.35));  // Disc, boss.
// Start of each along z.
const float kBegins[6] = float[6](0.0, -0.6, -2.0, 2.7, 0.1, 0.1);

void main() {
  SocketPose pose = socketPose();
  int part = int(socket.object.w) * 2 + (gl_VertexIndex < 24 ? 0 : 1);
  int vertex = gl_VertexIndex % 24;
  vec3 scale = kParts[part].xyz;
  vec3 place = octahedronCorner(vertex, kParts[part].w) * scale + vec3(0.0, 0.0, kBegins[part]);
  vec3 normal = normalize(octahedronNormal(vertex, kParts[part].w, scale));
  mat2 roll = mat2(socket.object.x, socket.object.y, -socket.object.y, socket.object.x);
  place = vec3(roll * place.xy, place.z) * socket.object.z;
  normal = vec3(roll * normal.xy, normal.z);
  mat3 axes = mat3(pose.axes[0], pose.axes[1], pose.axes[2]);
  vec4 rotation = instanceRotation();
  vec3 world = instancePlace.xyz + rotated(rotation, (pose.position + axes * place * socket.origin.w) * instancePlace.w);
  vec3 facing = rotated(rotation, axes * normal);
  float light = 0.35 + 0.65 * max(dot(facing, frame.keyDirection.xyz), 0.0);
  bool isMetal = part == 0 || part == 3 || part == 5;
  color = vec4((isMetal ? vec3(0.62, 0.66, 0.72) : vec3(0.30, 0.13, 0.05)) * light, 1.0);
  gl_Position = frame.viewProjection * vec4(world, 1.0);
  if (isSocketLeftToTheOther(textureShare(instancePlace.xyz, hasOwnPose()))) {
    gl_Position = kNowhere;
  }
}
