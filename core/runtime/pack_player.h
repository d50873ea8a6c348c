#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <span>
#include <vector>

#include "core/runtime/animation_ticker.h"
#include "core/vat/baked_animation.h"

namespace texeleton::runtime {

/// A socket's pose in pack space.
struct SocketPose {
  glm::vec3 position{0.0f};
  glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
  glm::vec3 scale{1.0f};
};

/// Two moments shown at once: the cross-fade from one clip to another.
struct CrossFade {
  AnimationTickOutput from;
  AnimationTickOutput to;
  float share = 0.0f;  ///< Weight of `to`, 0 … 1.
};

/// Decodes a pack on the CPU like run-times: the reference for shaders and exports. Texel reads, blending and the rule
/// for normals are those of FORMAT.md.
///
/// Position and normal of a vertex between two frames, or in a cross-fade: the matrices (in vertex mode positions and
/// normals) of both moments are blended, then the rules are the same.
struct DecodedVertex {
  glm::vec3 position{0.0f};
  glm::vec3 normal{0.0f, 0.0f, 1.0f};
};
DecodedVertex decodeVertex(const vat::BakedAnimation& animation, std::uint32_t vertex, const AnimationTickOutput& tick);
DecodedVertex decodeFadedVertex(const vat::BakedAnimation& animation, std::uint32_t vertex, const CrossFade& fade);
/// decodeVertex() for every vertex of the mesh; each bone is decoded once, not once per influence.
std::vector<DecodedVertex> decodeVertices(const vat::BakedAnimation& animation, const AnimationTickOutput& tick);

/// The animated pose of a socket: blended matrix × socket frame, rotation by Gram–Schmidt on Z, then Y.
SocketPose decodeSocket(const vat::BakedAnimation& animation, SocketIndex socket, const AnimationTickOutput& tick);
SocketPose decodeFadedSocket(const vat::BakedAnimation& animation, SocketIndex socket, const CrossFade& fade);

/// Applies the rules above to a vertex with the matrices of its influences (bone mode), and to a socket with that of
/// its bone.
DecodedVertex poseVertex(const vat::BakedMesh& mesh, std::uint32_t vertex, std::span<const glm::mat4> matrices);
SocketPose poseSocket(const vat::Socket& socket, const glm::mat4& matrix);

/// The 3×4 matrix (rows) in the texels from `firstTexel` on, blended between two frames: a bone's of the encoding
/// matrix3x4 or, in vertex mode, a socket's.
glm::mat4 decodeMatrix(const vat::BakedAnimation& animation, std::uint32_t firstTexel, const AnimationTickOutput& tick);
/// Bone mode: the skin matrix of a palette entry, blended between two frames.
glm::mat4 decodeBone(const vat::BakedAnimation& animation, std::uint32_t bone, const AnimationTickOutput& tick);

}  // namespace texeleton::runtime
