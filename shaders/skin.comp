#version 440
#extension GL_GOOGLE_include_directive : require

// Skins the vertices of characters from the skin matrices of their skeletons: one invocation a vertex, one row of
// groups a character. The layouts are those of viewport/scene/skeleton.h. Linear blend skinning with four weights;
// normals by the cofactor matrix (core/pack/FORMAT.md, "Playing").

#include "packing.glsl"

layout(local_size_x = 64) in;

layout(std140, binding = 0) uniform SkinBlock {
  uvec4 counts;  // Vertices, palette entries, characters.
} skin;

layout(std430, binding = 1) readonly buffer Vertices { uint vertices[]; };  // 13 words each.
layout(std430, binding = 2) readonly buffer Palettes { vec4 rows[]; };      // 3 an entry, character by character.
layout(std430, binding = 3) writeonly buffer Skinned { uint skinned[]; };   // 5 words each.

const uint kVertexWords = 13u;
const uint kSkinnedWords = 5u;

vec3 readVector(uint at) {
  return vec3(uintBitsToFloat(vertices[at]), uintBitsToFloat(vertices[at + 1u]), uintBitsToFloat(vertices[at + 2u]));
}

void main() {
  uint vertex = gl_GlobalInvocationID.x;
  uint character = gl_GlobalInvocationID.y;
  if (vertex >= skin.counts.x || character >= skin.counts.z) {
    return;
  }
  uint at = vertex * kVertexWords;
  vec4 position = vec4(readVector(at), 1.0);
  vec3 normal = readVector(at + 3u);
  uint tangentWord = vertices[at + 6u];
  uvec4 bones = uvec4(vertices[at + 7u] & 0xffffu, vertices[at + 7u] >> 16, vertices[at + 8u] & 0xffffu,
                      vertices[at + 8u] >> 16);
  vec4 weights = vec4(readVector(at + 9u), uintBitsToFloat(vertices[at + 12u]));

  uint palette = character * skin.counts.y * 3u;
  vec4 m[3];
  for (uint row = 0u; row < 3u; ++row) {
    m[row] = weights.x * rows[palette + bones.x * 3u + row] + weights.y * rows[palette + bones.y * 3u + row] +
             weights.z * rows[palette + bones.z * 3u + row] + weights.w * rows[palette + bones.w * 3u + row];
  }
  vec3 a = m[0].xyz;
  vec3 b = m[1].xyz;
  vec3 c = m[2].xyz;
  vec3 bc = cross(b, c);
  vec3 turned = vec3(dot(bc, normal), dot(cross(c, a), normal), dot(cross(a, b), normal));
  bool mirrored = dot(a, bc) < 0.0;
  turned = mirrored ? -turned : turned;
  vec3 tangent = unpackDirection(tangentWord & 0xfffffffeu);
  vec3 turnedTangent = vec3(dot(a, tangent), dot(b, tangent), dot(c, tangent));

  uint to = (character * skin.counts.x + vertex) * kSkinnedWords;
  skinned[to] = floatBitsToUint(dot(m[0], position));
  skinned[to + 1u] = floatBitsToUint(dot(m[1], position));
  skinned[to + 2u] = floatBitsToUint(dot(m[2], position));
  skinned[to + 3u] = (packDirection(unitOr(turned, normal)) & 0xfffffffeu) | (mirrored ? 1u : 0u);
  skinned[to + 4u] = (packDirection(unitOr(turnedTangent, tangent)) & 0xfffffffeu) | (tangentWord & 1u);
}
