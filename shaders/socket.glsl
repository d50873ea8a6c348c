// The pose of a socket of an instance, from the animation texture or, with POSED, by the skeleton. Twin of poseSocket()
// in core/runtime/pack_player.h. Needs crowd_instance.glsl.

#ifdef POSED
layout(location = 9) in vec4 posedRow0;  // Rows of the matrix from bind pose to animated pose.
layout(location = 10) in vec4 posedRow1;
layout(location = 11) in vec4 posedRow2;
#else
#include "socket_rows.glsl"
#endif

layout(std140, binding = 2) uniform SocketBlock {
  vec4 axes[3];  // Unit axes of the socket frame; w: its scale.
  vec4 origin;   // xyz; w: length of drawn axes, metres.
  uvec4 place;   // x: first texel of its matrix within a frame; y: line width in pixels; z: 1 if skinned instances are
                 // drawn with POSED.
  vec4 object;   // Held object: cosine and sine of its roll, size, shape (socket_object.vert).
} socket;

struct SocketPose {
  vec3 position;  // Pack space.
  vec3 axes[3];   // Unit vectors.
  vec3 scale;
};

// Whether only the other draw shows the socket: during the cross-over of the hybrid path the one with the larger share
// (isMostlyTheOther() of crowd_path.glsl), unless only the texture can pose sockets.
bool isSocketLeftToTheOther(float share) {
#ifdef POSED
  return share >= 0.5;
#else
  return share < 0.5 * float(socket.place.z);
#endif
}

// The component of `axis` orthogonal to the unit vector `z`, normalised; zero if there is none.
vec3 orthogonalTo(vec3 z, vec3 axis) {
  vec3 rest = axis - z * dot(z, axis);
  float lengthSquared = dot(rest, rest);
  return lengthSquared < 1e-20 ? vec3(0.0) : rest * inversesqrt(lengthSquared);
}

SocketPose socketPose() {
#ifdef POSED
  vec4 rows[3] = vec4[3](posedRow0, posedRow1, posedRow2);
#else
  vec4 rows[3] = socketRows(socket.place.x).rows;
#endif
  vec3 columns[3];
  for (int i = 0; i < 3; ++i) {
    vec3 axis = socket.axes[i].xyz * socket.axes[i].w;
    columns[i] = vec3(dot(rows[0].xyz, axis), dot(rows[1].xyz, axis), dot(rows[2].xyz, axis));
  }
  vec4 origin = vec4(socket.origin.xyz, 1.0);
  SocketPose pose;
  pose.position = vec3(dot(rows[0], origin), dot(rows[1], origin), dot(rows[2], origin));
  float mirrored = dot(columns[0], cross(columns[1], columns[2])) < 0.0 ? -1.0 : 1.0;
  pose.scale = vec3(mirrored * length(columns[0]), length(columns[1]), length(columns[2]));
  float zSquared = dot(columns[2], columns[2]);
  vec3 z = zSquared < 1e-20 ? socket.axes[2].xyz : columns[2] * inversesqrt(zSquared);
  vec3 y = orthogonalTo(z, columns[1]);
  if (dot(y, y) == 0.0) {
    y = orthogonalTo(z, socket.axes[1].xyz);
  }
  if (dot(y, y) == 0.0) {
    y = orthogonalTo(z, cross(z, socket.axes[0].xyz));
  }
  pose.axes[0] = cross(y, z);
  pose.axes[1] = y;
  pose.axes[2] = z;
  return pose;
}
