#pragma once

#include <cstdint>

#include "core/model/model.h"
#include "core/vat/texture_settings.h"

namespace texeleton::editor {

enum class AdviceReason {
  Smaller,  ///< Its texture is smaller.
  Morphs,   ///< Only vertex mode keeps morph targets.
  Points,   ///< Only vertex mode plays point caches.
  Alike,    ///< Both are similar in size; bone mode makes sockets cheap.
};

/// The mode that suits a model, and the reason.
struct Advice {
  vat::BakeMode mode = vat::BakeMode::Bone;
  AdviceReason reason = AdviceReason::Smaller;
  std::uint64_t bones = 0;  ///< Bones, as marked by the file.
  std::uint64_t vertices = 0;
  double times = 1.0;  ///< Factor by which its texture is smaller than the other mode's.
  /// Vertices with more influences than bone mode keeps, and the largest weight that one of them loses.
  std::uint64_t crowdedVertices = 0;
  double mostLeftOut = 0.0;
};

/// Compares texels per frame: 3 for a palette entry, 2 for a vertex. Morph targets and point caches require vertex
/// mode.
Advice adviceFor(const model::Model& model);

}  // namespace texeleton::editor
