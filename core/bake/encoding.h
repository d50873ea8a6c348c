#pragma once

#include <cstdint>
#include <span>

#include "core/bake/bake_settings.h"

namespace texeleton {

/// What the texels of an element mean. docs/decisions/0007 says what an encoding is to become.
struct Encoding {
  const char* name = "";  ///< In the manifest.
  BakeMode mode = BakeMode::Bone;
  std::uint32_t texelsPerElement = 0;
  const char* summary = "";  ///< For people: one line.
};

/// All that there are, in the order in which they came.
std::span<const Encoding> encodings();

/// The one that bakes of `mode` have.
const Encoding& encodingOf(BakeMode mode);

}  // namespace texeleton
