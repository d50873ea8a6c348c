#include "core/vat/kept_influences.h"

#include <algorithm>
#include <cstdint>

namespace texeleton::vat {

KeptInfluences keptInfluences(std::span<const model::Influence> influences) {
  const std::span kept = influences.first(std::min(influences.size(), kInfluencesKept));
  double sum = 0.0;
  for (const model::Influence& influence : kept) {
    sum += static_cast<double>(influence.weight);
  }
  KeptInfluences result;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto k = static_cast<glm::length_t>(i);
    result.bones[k] = static_cast<std::uint16_t>(kept[i].joint);
    result.weights[k] = static_cast<float>(static_cast<double>(kept[i].weight) / sum);
  }
  return result;
}

}  // namespace texeleton::vat
