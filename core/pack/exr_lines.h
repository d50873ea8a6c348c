#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/bake/bake_settings.h"

namespace texeleton {

/// A scan line of an EXR file holds each channel's run by itself, in the order A, B, G, R, little-endian. These two
/// turn RGBA texels into such a line and back; `Word` is the bits of a channel. The copies through memcpy stand for
/// unaligned loads and stores and are vectorised by the compiler.
template <class Word>
void splitLine(const std::byte* texels, std::size_t width, std::byte* line) {
  std::byte* const a = line;
  std::byte* const b = a + width * sizeof(Word);
  std::byte* const g = b + width * sizeof(Word);
  std::byte* const r = g + width * sizeof(Word);
  for (std::size_t x = 0; x < width; ++x) {
    Word texel[4];
    std::memcpy(texel, texels + x * sizeof texel, sizeof texel);
    std::memcpy(r + x * sizeof(Word), &texel[0], sizeof(Word));
    std::memcpy(g + x * sizeof(Word), &texel[1], sizeof(Word));
    std::memcpy(b + x * sizeof(Word), &texel[2], sizeof(Word));
    std::memcpy(a + x * sizeof(Word), &texel[3], sizeof(Word));
  }
}

template <class Word>
void joinLine(const std::byte* line, std::size_t width, std::byte* texels) {
  const std::byte* const a = line;
  const std::byte* const b = a + width * sizeof(Word);
  const std::byte* const g = b + width * sizeof(Word);
  const std::byte* const r = g + width * sizeof(Word);
  for (std::size_t x = 0; x < width; ++x) {
    Word texel[4];
    std::memcpy(&texel[0], r + x * sizeof(Word), sizeof(Word));
    std::memcpy(&texel[1], g + x * sizeof(Word), sizeof(Word));
    std::memcpy(&texel[2], b + x * sizeof(Word), sizeof(Word));
    std::memcpy(&texel[3], a + x * sizeof(Word), sizeof(Word));
    std::memcpy(texels + x * sizeof texel, texel, sizeof texel);
  }
}

inline void splitLine(PixelFormat format, const std::byte* texels, std::size_t width, std::byte* line) {
  format == PixelFormat::Rgba16F ? splitLine<std::uint16_t>(texels, width, line)
                                 : splitLine<std::uint32_t>(texels, width, line);
}

inline void joinLine(PixelFormat format, const std::byte* line, std::size_t width, std::byte* texels) {
  format == PixelFormat::Rgba16F ? joinLine<std::uint16_t>(line, width, texels)
                                 : joinLine<std::uint32_t>(line, width, texels);
}

}  // namespace texeleton
