#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace texeleton {

/// The first bytes of an encoded image.
struct ImageHeader {
  std::string mimeType;  ///< "image/png" or "image/jpeg".
  bool isWhole = false;  ///< False: it is broken or cut short, and there is no size.
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool hasTexels() const { return width != 0 && height != 0; }
};

/// Recognises PNG and JPEG by their bytes and reads the size; nothing for any other file. The texels are not
/// examined.
std::optional<ImageHeader> readImageHeader(std::span<const std::byte> bytes);

}  // namespace texeleton
