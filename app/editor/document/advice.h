#pragma once

#include <cstdint>

#include "core/bake/bake_settings.h"
#include "core/model/model.h"

namespace texeleton::editor {

enum class AdviceReason {
  Smaller,  ///< Its texture is the smaller one.
  Morphs,   ///< Only vertex mode keeps morph targets.
  Alike,    ///< Both are about as large; bones keep sockets cheap.
};

/// Which mode suits a model, and why.
struct Advice {
  bake::BakeMode mode = bake::BakeMode::Bone;
  AdviceReason reason = AdviceReason::Smaller;
  std::uint64_t bones = 0;  ///< That the file names as such.
  std::uint64_t vertices = 0;
  double times = 1.0;  ///< How much smaller its texture is than the other mode's.
  /// Vertices with more influences than Bones keep, and the largest share of a vertex's weight that goes with them.
  std::uint64_t crowdedVertices = 0;
  double mostLeftOut = 0.0;
};

/// Texels of a frame decide: 3 a palette entry against 2 a vertex. Morph targets overrule it.
Advice adviceFor(const model::Model& model);

}  // namespace texeleton::editor
