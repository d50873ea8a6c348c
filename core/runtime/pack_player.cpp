#include "core/runtime/pack_player.h"

#include <cmath>

#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"
#include "core/vat/texture_layout.h"

namespace texeleton::runtime {

namespace {

/// Below this squared length a normal or an axis has no direction.
constexpr double kTinyLengthSquared = 1e-20;

vat::StoredFrames storedFrames(const vat::BakedAnimation& animation, const AnimationTickOutput& tick) {
  return storedFrames(animation, tick.current, tick.next, double{tick.interpolate});
}

glm::vec4 blendedTexel(const vat::BakedAnimation& animation, std::uint32_t texel, const AnimationTickOutput& tick) {
  const vat::StoredFrames stored = storedFrames(animation, tick);
  const vat::TexelAddress from = vat::texelAddress(animation.layout, stored.from, texel);
  const vat::TexelAddress to = vat::texelAddress(animation.layout, stored.to, texel);
  return glm::mix(animation.texels.texel(from.x, from.y), animation.texels.texel(to.x, to.y),
                  static_cast<float>(stored.share));
}

glm::vec4 blendedTexel(const vat::BakedAnimation& animation, std::uint32_t texel, const CrossFade& fade) {
  return glm::mix(blendedTexel(animation, texel, fade.from), blendedTexel(animation, texel, fade.to), fade.share);
}

/// The first three rows of an affine matrix.
struct Rows {
  glm::vec4 row[3] = {glm::vec4(0.0f), glm::vec4(0.0f), glm::vec4(0.0f)};
};

vat::BonePose bonePose(const vat::BakedAnimation& animation, std::uint32_t bone, const AnimationTickOutput& tick) {
  const vat::StoredFrames stored = storedFrames(animation, tick);
  return vat::encodingOf(animation).blendBones(vat::storedBone(animation, stored.from, bone),
                                               vat::storedBone(animation, stored.to, bone), stored.share);
}

vat::BonePose bonePose(const vat::BakedAnimation& animation, std::uint32_t bone, const CrossFade& fade) {
  return vat::encodingOf(animation).blendBones(bonePose(animation, bone, fade.from), bonePose(animation, bone, fade.to),
                                               double{fade.share});
}

/// Whether texels can be blended without decoding.
bool blendsTexels(const vat::BakedAnimation& animation) { return !vat::encodingOf(animation).hasConstants; }

/// Rows stored in the texture. `Moment`, here and below: AnimationTickOutput or CrossFade.
template <class Moment>
Rows blendedRows(const vat::BakedAnimation& animation, std::uint32_t firstTexel, const Moment& tick) {
  Rows rows;
  for (std::uint32_t i = 0; i < 3; ++i) {
    rows.row[i] = blendedTexel(animation, firstTexel + i, tick);
  }
  return rows;
}

/// The skin matrix of a bone.
template <class Moment>
Rows boneRows(const vat::BakedAnimation& animation, std::uint32_t bone, const Moment& tick) {
  if (blendsTexels(animation)) {
    return blendedRows(animation, vat::elementTexel(animation.layout, bone, 0), tick);
  }
  const vat::BoneMatrix matrix = vat::rowsOf(bonePose(animation, bone, tick));
  Rows rows;
  for (int r = 0; r < 3; ++r) {
    rows.row[r] = glm::vec4(matrix.row[r]);
  }
  return rows;
}

vat::ElementPose elementPose(const vat::BakedAnimation& animation, std::uint32_t element,
                             const AnimationTickOutput& tick) {
  const vat::StoredFrames stored = storedFrames(animation, tick);
  const vat::ElementPose from = vat::storedElement(animation, stored.from, element);
  const vat::ElementPose to = vat::storedElement(animation, stored.to, element);
  return {glm::mix(from.position, to.position, stored.share), glm::mix(from.normal, to.normal, stored.share)};
}

vat::ElementPose elementPose(const vat::BakedAnimation& animation, std::uint32_t element, const CrossFade& fade) {
  const vat::ElementPose from = elementPose(animation, element, fade.from);
  const vat::ElementPose to = elementPose(animation, element, fade.to);
  const double f = double{fade.share};
  return {glm::mix(from.position, to.position, f), glm::mix(from.normal, to.normal, f)};
}

glm::vec3 normalOr(const glm::vec3& normal, const glm::vec3& otherwise) {
  const float lengthSquared = glm::dot(normal, normal);
  return lengthSquared < static_cast<float>(kTinyLengthSquared) ? otherwise : normal / std::sqrt(lengthSquared);
}

/// normalize(sign(det M)·cof(M)·n). The rows of the cofactor matrix are the cross products of M's rows.
glm::vec3 transformNormal(const Rows& m, const glm::vec3& bindNormal) {
  const glm::vec3 a(m.row[0]);
  const glm::vec3 b(m.row[1]);
  const glm::vec3 c(m.row[2]);
  const glm::vec3 bc = glm::cross(b, c);
  const glm::vec3 normal(glm::dot(bc, bindNormal), glm::dot(glm::cross(c, a), bindNormal),
                         glm::dot(glm::cross(a, b), bindNormal));
  return normalOr(glm::dot(a, bc) < 0.0f ? -normal : normal, bindNormal);
}

/// A skinned vertex; `rowsOf` returns the matrix of each influence, 0 … 3.
template <class RowsOf>
DecodedVertex skinned(const vat::BakedMesh& mesh, std::uint32_t vertex, const RowsOf& rowsOf) {
  const glm::vec4 weights = mesh.boneWeights[vertex];
  Rows m;
  for (int i = 0; i < 4; ++i) {
    if (weights[i] != 0.0f) {
      const Rows& bone = rowsOf(i);
      for (int r = 0; r < 3; ++r) {
        m.row[r] += weights[i] * bone.row[r];
      }
    }
  }
  const glm::vec4 position(mesh.positions[vertex], 1.0f);
  return {{glm::dot(m.row[0], position), glm::dot(m.row[1], position), glm::dot(m.row[2], position)},
          transformNormal(m, mesh.normals[vertex])};
}

/// The component of `axis` perpendicular to the unit vector `z`; of length 1, or zero if there is none.
glm::dvec3 orthogonalTo(const glm::dvec3& z, const glm::dvec3& axis) {
  const glm::dvec3 rest = axis - z * glm::dot(z, axis);
  const double lengthSquared = glm::dot(rest, rest);
  return lengthSquared < kTinyLengthSquared ? glm::dvec3(0.0) : rest / std::sqrt(lengthSquared);
}

/// Gram–Schmidt on Z, then Y; X = Y×Z. `columns` are the animated axes, `frame` those of the socket frame.
glm::dmat3 orthonormalAxes(const glm::dmat3& columns, const glm::dmat3& frame) {
  const double zLengthSquared = glm::dot(columns[2], columns[2]);
  const glm::dvec3 z = zLengthSquared < kTinyLengthSquared ? frame[2] : columns[2] / std::sqrt(zLengthSquared);
  glm::dvec3 y = orthogonalTo(z, columns[1]);
  if (y == glm::dvec3(0.0)) {
    y = orthogonalTo(z, frame[1]);
  }
  if (y == glm::dvec3(0.0)) {
    y = orthogonalTo(z, glm::cross(z, frame[0]));
  }
  return {glm::cross(y, z), y, z};
}

template <class Moment>
DecodedVertex vertexAt(const vat::BakedAnimation& animation, std::uint32_t vertex, const Moment& tick) {
  if (animation.mode == vat::BakeMode::Bone) {
    const glm::u16vec4 bones = animation.mesh.boneIndices[vertex];
    return skinned(animation.mesh, vertex, [&](int i) { return boneRows(animation, bones[i], tick); });
  }
  const std::uint32_t element = animation.mesh.elements[vertex];
  if (!blendsTexels(animation)) {
    const vat::ElementPose pose = elementPose(animation, element, tick);
    return {glm::vec3(pose.position), normalOr(glm::vec3(pose.normal), animation.mesh.normals[vertex])};
  }
  const glm::vec4 position = blendedTexel(animation, vat::elementTexel(animation.layout, element, 0), tick);
  const glm::vec4 normal = blendedTexel(animation, vat::elementTexel(animation.layout, element, 1), tick);
  return {glm::vec3(position), normalOr(glm::vec3(normal), animation.mesh.normals[vertex])};
}

glm::mat4 matrixOf(const Rows& rows) {
  return glm::transpose(glm::mat4(rows.row[0], rows.row[1], rows.row[2], glm::vec4(0.0f, 0.0f, 0.0f, 1.0f)));
}

}  // namespace

DecodedVertex poseVertex(const vat::BakedMesh& mesh, std::uint32_t vertex, std::span<const glm::mat4> matrices) {
  return skinned(mesh, vertex, [matrices](int i) {
    const glm::mat4 rows = glm::transpose(matrices[static_cast<std::size_t>(i)]);
    return Rows{{rows[0], rows[1], rows[2]}};
  });
}

SocketPose poseSocket(const vat::Socket& socket, const glm::mat4& poseMatrix) {
  const glm::dmat4 matrix(poseMatrix);
  const glm::dmat3 frame = glm::mat3_cast(socket.rotation);
  const glm::dmat3 linear(matrix);
  const glm::dmat3 columns(linear * frame[0] * socket.scale.x, linear * frame[1] * socket.scale.y,
                           linear * frame[2] * socket.scale.z);
  const double xSign = glm::determinant(columns) < 0.0 ? -1.0 : 1.0;
  SocketPose pose;
  pose.position = glm::vec3(matrix * glm::dvec4(socket.position, 1.0));
  pose.scale = glm::vec3(xSign * glm::length(columns[0]), glm::length(columns[1]), glm::length(columns[2]));
  pose.rotation = glm::quat(glm::normalize(glm::quat_cast(orthonormalAxes(columns, frame))));
  return pose;
}

namespace {

template <class Moment>
SocketPose socketAt(const vat::BakedAnimation& animation, SocketIndex socketIndex, const Moment& tick) {
  const vat::Socket& socket = animation.sockets[socketIndex.value];
  return poseSocket(
      socket, matrixOf(animation.mode == vat::BakeMode::Bone
                           ? boneRows(animation, static_cast<std::uint32_t>(socket.bone), tick)
                           : blendedRows(animation, vat::socketTexel(animation.layout, socketIndex.value, 0), tick)));
}

}  // namespace

DecodedVertex decodeVertex(const vat::BakedAnimation& animation, std::uint32_t vertex,
                           const AnimationTickOutput& tick) {
  return vertexAt(animation, vertex, tick);
}

DecodedVertex decodeFadedVertex(const vat::BakedAnimation& animation, std::uint32_t vertex, const CrossFade& fade) {
  return vertexAt(animation, vertex, fade);
}

std::vector<DecodedVertex> decodeVertices(const vat::BakedAnimation& animation, const AnimationTickOutput& tick) {
  const vat::BakedMesh& mesh = animation.mesh;
  std::vector<Rows> palette;
  if (animation.mode == vat::BakeMode::Bone) {
    palette.resize(animation.layout.elementCount);
    for (std::uint32_t bone = 0; bone < palette.size(); ++bone) {
      palette[bone] = boneRows(animation, bone, tick);
    }
  }
  std::vector<DecodedVertex> vertices(mesh.vertexCount());
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    vertices[v] = animation.mode == vat::BakeMode::Bone
                      ? skinned(mesh, v, [&](int i) -> const Rows& { return palette[mesh.boneIndices[v][i]]; })
                      : vertexAt(animation, v, tick);
  }
  return vertices;
}

SocketPose decodeSocket(const vat::BakedAnimation& animation, SocketIndex socket, const AnimationTickOutput& tick) {
  return socketAt(animation, socket, tick);
}

SocketPose decodeFadedSocket(const vat::BakedAnimation& animation, SocketIndex socket, const CrossFade& fade) {
  return socketAt(animation, socket, fade);
}

glm::mat4 decodeMatrix(const vat::BakedAnimation& animation, std::uint32_t firstTexel,
                       const AnimationTickOutput& tick) {
  return matrixOf(blendedRows(animation, firstTexel, tick));
}

glm::mat4 decodeBone(const vat::BakedAnimation& animation, std::uint32_t bone, const AnimationTickOutput& tick) {
  return matrixOf(boneRows(animation, bone, tick));
}

}  // namespace texeleton::runtime
