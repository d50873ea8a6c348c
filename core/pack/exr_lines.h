#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/vat/texture_settings.h"

namespace texeleton::pack {

/// Bytes of texels per work item; fits the L2 cache.
inline constexpr std::size_t kBandBytes = std::size_t{1} << 18;

// A scan line of an EXR file contains the channels one after the other in the order A, B, G, R, little-endian. These
// functions convert RGBA texels to such a line and back. memcpy performs unaligned loads and stores; together with
// __restrict (bytes may alias anything) it lets the compiler vectorise: more than twice as fast.

inline void splitHalfLine(const std::byte* __restrict texels, std::size_t width, std::byte* __restrict line) {
  std::byte* const b = line + width * 2;
  std::byte* const g = b + width * 2;
  std::byte* const r = g + width * 2;
  for (std::size_t x = 0; x < width; ++x) {
    std::uint64_t texel = 0;
    std::memcpy(&texel, texels + x * 8, 8);
    const std::uint16_t channels[4] = {static_cast<std::uint16_t>(texel), static_cast<std::uint16_t>(texel >> 16),
                                       static_cast<std::uint16_t>(texel >> 32),
                                       static_cast<std::uint16_t>(texel >> 48)};
    std::memcpy(r + x * 2, &channels[0], 2);
    std::memcpy(g + x * 2, &channels[1], 2);
    std::memcpy(b + x * 2, &channels[2], 2);
    std::memcpy(line + x * 2, &channels[3], 2);
  }
}

inline void joinHalfLine(const std::byte* __restrict line, std::size_t width, std::byte* __restrict texels) {
  const std::byte* const b = line + width * 2;
  const std::byte* const g = b + width * 2;
  const std::byte* const r = g + width * 2;
  for (std::size_t x = 0; x < width; ++x) {
    std::uint16_t channels[4];
    std::memcpy(&channels[0], r + x * 2, 2);
    std::memcpy(&channels[1], g + x * 2, 2);
    std::memcpy(&channels[2], b + x * 2, 2);
    std::memcpy(&channels[3], line + x * 2, 2);
    const std::uint64_t texel = std::uint64_t{channels[3]} << 48 | std::uint64_t{channels[2]} << 32 |
                                std::uint64_t{channels[1]} << 16 | channels[0];
    std::memcpy(texels + x * 8, &texel, 8);
  }
}

inline void splitFloatLine(const std::byte* __restrict texels, std::size_t width, std::byte* __restrict line) {
  for (std::size_t x = 0; x < width; ++x) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      std::memcpy(line + ((3 - channel) * width + x) * 4, texels + x * 16 + channel * 4, 4);
    }
  }
}

inline void joinFloatLine(const std::byte* __restrict line, std::size_t width, std::byte* __restrict texels) {
  for (std::size_t x = 0; x < width; ++x) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      std::memcpy(texels + x * 16 + channel * 4, line + ((3 - channel) * width + x) * 4, 4);
    }
  }
}

inline void splitLine(vat::PixelFormat format, const std::byte* texels, std::size_t width, std::byte* line) {
  format == vat::PixelFormat::Rgba16F ? splitHalfLine(texels, width, line) : splitFloatLine(texels, width, line);
}

inline void joinLine(vat::PixelFormat format, const std::byte* line, std::size_t width, std::byte* texels) {
  format == vat::PixelFormat::Rgba16F ? joinHalfLine(line, width, texels) : joinFloatLine(line, width, texels);
}

}  // namespace texeleton::pack
