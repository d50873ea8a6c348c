#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <span>

#include "core/model/model.h"

namespace texeleton::vat {

/// Influences of a vertex that a mesh in bone mode keeps: the largest, normalised to a sum of 1.
inline constexpr std::size_t kInfluencesKept = 4;

/// The influences of one vertex in the layout of BakedMesh.
struct KeptInfluences {
  glm::u16vec4 bones{0};    ///< Palette entries; unused ones 0.
  glm::vec4 weights{0.0f};  ///< Sum 1; unused ones 0; largest first.
};

/// Keeps the first of `influences`, which descend.
KeptInfluences keptInfluences(std::span<const model::Influence> influences);

}  // namespace texeleton::vat
