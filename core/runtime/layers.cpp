#include "core/runtime/layers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/vat/kept_influences.h"
#include "core/vat/masks.h"

namespace texeleton::runtime {

namespace {

constexpr double kTinyDeterminant = 1e-20;

Result<void> checkBones(const vat::BakedAnimation& animation) {
  if (animation.mode == vat::BakeMode::Bone && !animation.bones.empty()) {
    return {};
  }
  return fail(ErrorCode::Unsupported,
              "layers need bone mode: a pack in vertex mode has no bones to put a second clip on");
}

LayerMask maskOf(const vat::BakedAnimation& animation, std::span<const float> weights) {
  LayerMask mask;
  mask.bones.reserve(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    mask.bones.push_back({weights[i], vat::maskAnchor(animation.bones, weights, i)});
  }
  return mask;
}

}  // namespace

Result<LayerMask> layerMask(const vat::BakedAnimation& animation, const vat::MaskChoice& choice) {
  TRY(checkBones(animation));
  const vat::MaskWeights found = vat::maskWeights(animation.bones, choice);
  if (!found.notFound.empty()) {
    const std::string& missing = found.notFound.front();
    return fail(ErrorCode::InvalidArgument,
                message("the pack has no bone %1%2", inQuotes(missing),
                        namesInstead(missing, mapped(animation.bones, &vat::BakedBone::name))));
  }
  return maskOf(animation, found.weights);
}

Result<LayerMask> layerMask(const vat::BakedAnimation& animation, std::span<const std::string> roots,
                            std::uint32_t softened) {
  return layerMask(animation, vat::MaskChoice{{}, {roots.begin(), roots.end()}, softened, {}});
}

Result<LayerMask> layerMask(const vat::BakedAnimation& animation, const std::string& name) {
  TRY(checkBones(animation));
  const auto mask = std::ranges::find(animation.masks, name, &vat::BakedMask::name);
  if (mask != animation.masks.end()) {
    return maskOf(animation, mask->weights);
  }
  return fail(ErrorCode::InvalidArgument, message("the pack has no mask %1%2", inQuotes(name),
                                                  namesInstead(name, mapped(animation.masks, &vat::BakedMask::name))));
}

Result<LayerMask> layerMask(const vat::BakedAnimation& animation, std::span<const float> weights) {
  TRY(checkBones(animation));
  if (weights.size() != animation.bones.size()) {
    return fail(ErrorCode::InvalidArgument, message("a mask of this pack has %1 weights, one a bone, not %2",
                                                    animation.bones.size(), weights.size()));
  }
  std::vector<float> within(weights.begin(), weights.end());
  for (float& weight : within) {
    weight = std::isfinite(weight) ? std::clamp(weight, 0.0f, 1.0f) : 0.0f;
  }
  return maskOf(animation, within);
}

glm::mat4 decodeLayeredBone(const vat::BakedAnimation& animation, std::uint32_t bone, const LayeredMoment& moment) {
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

DecodedVertex decodeLayeredVertex(const vat::BakedAnimation& animation, std::uint32_t vertex,
                                  const LayeredMoment& moment) {
  const vat::BakedMesh& mesh = animation.mesh;
  std::array<glm::mat4, vat::kInfluencesKept> matrices{};
  for (int i = 0; i < 4; ++i) {
    if (mesh.boneWeights[vertex][i] != 0.0f) {
      matrices[static_cast<std::size_t>(i)] = decodeLayeredBone(animation, mesh.boneIndices[vertex][i], moment);
    }
  }
  return poseVertex(mesh, vertex, matrices);
}

SocketPose decodeLayeredSocket(const vat::BakedAnimation& animation, SocketIndex socketIndex,
                               const LayeredMoment& moment) {
  const vat::Socket& socket = animation.sockets[socketIndex.value];
  return poseSocket(socket, decodeLayeredBone(animation, static_cast<std::uint32_t>(socket.bone), moment));
}

}  // namespace texeleton::runtime
