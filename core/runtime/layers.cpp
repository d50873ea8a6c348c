#include "core/runtime/layers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/one_line.h"
#include "core/base/similar_names.h"

namespace texeleton {

namespace {

constexpr double kTinyDeterminant = 1e-20;

Result<void> checkBones(const BakedAnimation& animation) {
  if (animation.mode == BakeMode::Bone && !animation.bones.empty()) {
    return {};
  }
  return fail(ErrorCode::Unsupported,
              "layers need bone mode: a pack in vertex mode has no bones to put a second clip on");
}

bool hasParent(const BakedAnimation& animation, std::size_t bone) {
  const std::int32_t parent = animation.bones[bone].parent;
  return parent >= 0 && static_cast<std::size_t>(parent) < animation.bones.size();
}

// Parents come before their children (FORMAT.md), so that one pass is enough.
void findAnchors(const BakedAnimation& animation, LayerMask& mask) {
  for (std::size_t i = 0; i < mask.bones.size(); ++i) {
    if (mask.bones[i].weight <= 0.0f || !hasParent(animation, i)) {
      continue;
    }
    const std::int32_t parent = animation.bones[i].parent;
    const LayerMask::Bone& above = mask.bones[static_cast<std::size_t>(parent)];
    mask.bones[i].anchor = above.weight > 0.0f ? above.anchor : parent;
  }
}

}  // namespace

Result<LayerMask> layerMask(const BakedAnimation& animation, std::span<const std::string> roots,
                            std::uint32_t softened) {
  if (auto bones = checkBones(animation); !bones) {
    return fail(std::move(bones.error()));
  }
  const std::vector<BakedBone>& bones = animation.bones;
  for (const std::string& root : roots) {
    if (std::none_of(bones.begin(), bones.end(), [&](const BakedBone& bone) { return bone.name == root; })) {
      std::vector<std::string> names;
      names.reserve(bones.size());
      for (const BakedBone& bone : bones) {
        names.push_back(bone.name);
      }
      return fail(ErrorCode::InvalidArgument, "the pack has no bone " + inQuotes(root) + namesInstead(root, names));
    }
  }
  LayerMask mask;
  mask.bones.resize(bones.size());
  std::vector<std::uint32_t> depths(bones.size(), 0);  // From 1 at a root; 0: not below one.
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const std::uint32_t above = hasParent(animation, i) ? depths[static_cast<std::size_t>(bones[i].parent)] : 0;
    const bool isRoot = std::find(roots.begin(), roots.end(), bones[i].name) != roots.end();
    depths[i] = above > 0 ? above + 1 : isRoot ? 1 : 0;
    mask.bones[i].weight = std::min(1.0f, static_cast<float>(depths[i]) / (static_cast<float>(softened) + 1.0f));
  }
  findAnchors(animation, mask);
  return mask;
}

Result<LayerMask> layerMask(const BakedAnimation& animation, std::span<const float> weights) {
  if (auto bones = checkBones(animation); !bones) {
    return fail(std::move(bones.error()));
  }
  if (weights.size() != animation.bones.size()) {
    return fail(ErrorCode::InvalidArgument, "a mask of this pack has " + std::to_string(animation.bones.size()) +
                                                " weights, one a bone, not " + std::to_string(weights.size()));
  }
  LayerMask mask;
  mask.bones.resize(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    mask.bones[i].weight = std::isfinite(weights[i]) ? std::clamp(weights[i], 0.0f, 1.0f) : 0.0f;
  }
  findAnchors(animation, mask);
  return mask;
}

glm::mat4 decodeLayeredBone(const BakedAnimation& animation, std::uint32_t bone, const LayeredMoment& moment) {
  glm::mat4 base = decodeBone(animation, bone, moment.base);
  const LayerMask::Bone& masked = moment.mask->bones[bone];
  const float weight = masked.weight * moment.share;
  if (weight <= 0.0f) {
    return base;
  }
  glm::mat4 layer = decodeBone(animation, bone, moment.layer);
  if (masked.anchor >= 0) {
    const auto anchor = static_cast<std::uint32_t>(masked.anchor);
    const glm::dmat4 from(decodeBone(animation, anchor, moment.layer));
    if (std::abs(glm::determinant(from)) > kTinyDeterminant) {
      layer =
          glm::mat4(glm::dmat4(decodeBone(animation, anchor, moment.base)) * glm::inverse(from) * glm::dmat4(layer));
    }
  }
  return base * (1.0f - weight) + layer * weight;
}

DecodedVertex decodeLayeredVertex(const BakedAnimation& animation, std::uint32_t vertex, const LayeredMoment& moment) {
  const BakedMesh& mesh = animation.mesh;
  std::array<glm::mat4, kInfluencesKept> matrices{};
  for (int i = 0; i < 4; ++i) {
    if (mesh.boneWeights[vertex][i] != 0.0f) {
      matrices[static_cast<std::size_t>(i)] = decodeLayeredBone(animation, mesh.boneIndices[vertex][i], moment);
    }
  }
  return poseVertex(mesh, vertex, matrices);
}

SocketPose decodeLayeredSocket(const BakedAnimation& animation, SocketIndex socketIndex, const LayeredMoment& moment) {
  const Socket& socket = animation.sockets[socketIndex.value];
  return poseSocket(socket, decodeLayeredBone(animation, static_cast<std::uint32_t>(socket.bone), moment));
}

}  // namespace texeleton
