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
  std::vector<std::string> notFound;  ///< In the order in which they were asked for.

  bool isEmpty() const;  ///< No bone has a weight.
};

/// The weights of a mask: the subtrees of `from`, whose first `softened` bones on each way down rise in equal steps to
/// 1, then the weights of single bones, which override those. A name means all entries of its node.
MaskWeights maskWeights(std::span<const BakedBone> bones, const MaskChoice& mask);

/// The weights of a mask for each node of a model: that of its bone, or of the nearest bone above a node without one (0
/// where there is none).
MaskWeights nodeWeights(const model::Model& model, const MaskChoice& mask);

/// The bone against which a masked one stands: the nearest above it without a weight; −1: none, or it has none itself.
std::int32_t maskAnchor(std::span<const BakedBone> bones, std::span<const float> weights, std::size_t bone);

/// The bones of the texture: name and parent of each entry.
std::vector<BakedBone> bonesOf(const model::Model& model, const std::vector<model::PaletteEntry>& entries);

}  // namespace texeleton::vat
