#pragma once

#include <array>

#include "core/base/words.h"
#include "core/pack/pack.h"

namespace texeleton::pack {

/// The compression of the texture, in files and options.
constexpr auto wordTable(TextureCompression) {
  return std::to_array<Word<TextureCompression>>(
      {{"none", TextureCompression::None}, {"rle", TextureCompression::Rle}, {"zip", TextureCompression::Zip}});
}

}  // namespace texeleton::pack
