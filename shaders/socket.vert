#version 440
#extension GL_GOOGLE_include_directive : require

// The axes of a socket of every instance: x red, y green, z blue. 18 vertices.
#include "frame_block.glsl"
#include "crowd_instance.glsl"
#include "crowd_path.glsl"
#include "socket.glsl"
#include "segment.glsl"

layout(location = 0) out vec4 color;

void main() {
  SocketPose pose = socketPose();
  vec4 rotation = instanceRotation();
  int axis = gl_VertexIndex / 6;
  vec3 from = instancePlace.xyz + rotated(rotation, pose.position * instancePlace.w);
  vec3 to = from + rotated(rotation, pose.axes[axis]) * (socket.origin.w * instancePlace.w);
  color = axis == 0 ? vec4(0.80, 0.06, 0.05, 1.0) : axis == 1 ? vec4(0.12, 0.52, 0.06, 1.0) : vec4(0.06, 0.20, 0.90, 1.0);
  gl_Position = segmentCorner(from, to, float(socket.place.y), gl_VertexIndex % 6);
  if (isSocketLeftToTheOther(textureShare(instancePlace.xyz, hasOwnPose()))) {
    gl_Position = kNowhere;
  }
}
