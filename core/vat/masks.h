#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/vat/baked_animation.h"
#include "core/vat/mask_choice.h"

namespace texeleton::vat {

/// Weights of bones in a layer, one for each palette entry, and the names without a bone.
struct MaskWeights {
  std::vector<float> weights;         ///< 0 … 1.
  std::vector<std::string> notFound;  ///< In the order of the request.

  bool isEmpty() const;  ///< No bone has a weight.
};

/// The weights of a mask: the subtrees of `from`, whose first `softened` bones on each path down rise in equal steps to
/// 1, then overriding weights of single bones. A name means all entries of its node.
MaskWeights maskWeights(std::span<const BakedBone> bones, const MaskChoice& mask);

/// The weights of a mask for each node of a model: that of its bone, or of the nearest bone above a node without one (0
/// if there is none).
MaskWeights nodeWeights(const model::Model& model, const MaskChoice& mask);

/// The anchor of a masked bone: the nearest bone above it without a weight; −1: none, or the bone has no weight.
std::int32_t maskAnchor(std::span<const BakedBone> bones, std::span<const float> weights, std::size_t bone);

/// The bones of the texture: name and parent of each entry.
std::vector<BakedBone> bonesOf(const model::Model& model, const std::vector<model::PaletteEntry>& entries);

}  // namespace texeleton::vat
