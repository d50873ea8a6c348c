#include "core/base/image_header.h"

#include <cstring>
#include <string_view>

namespace texeleton {

namespace {

std::uint32_t bigEndian(std::span<const std::byte> bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  }
  return value;
}

bool holds(std::span<const std::byte> bytes, std::string_view text, std::size_t at) {
  return bytes.size() >= at + text.size() && std::memcmp(bytes.data() + at, text.data(), text.size()) == 0;
}

ImageHeader pngHeader(std::span<const std::byte> bytes) {
  // Signature, then the chunk IHDR: length, name, width, height.
  if (bytes.size() < 33 || !holds(bytes, "IHDR", 12) || bigEndian(bytes, 8, 4) != 13) {
    return {"image/png"};
  }
  return {"image/png", true, bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4)};
}

ImageHeader jpegHeader(std::span<const std::byte> bytes) {
  // Segments: FF, marker, length; a frame header (SOF: C0 … CF except C4, C8, CC) has height and width.
  std::size_t at = 2;
  while (at + 4 <= bytes.size() && bytes[at] == std::byte{0xff}) {
    const std::uint32_t marker = bigEndian(bytes, at + 1, 1);
    if (marker == 0xff) {  // fill byte
      ++at;
      continue;
    }
    if (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {  // no length follows
      at += 2;
      continue;
    }
    const std::size_t length = bigEndian(bytes, at + 2, 2);
    if (length < 2 || at + 2 + length > bytes.size() || marker == 0xda || marker == 0xd9) {
      break;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
      return length >= 8 ? ImageHeader{"image/jpeg", true, bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2)}
                         : ImageHeader{"image/jpeg"};
    }
    at += 2 + length;
  }
  return {"image/jpeg"};
}

}  // namespace

std::optional<ImageHeader> readImageHeader(std::span<const std::byte> bytes) {
  if (holds(bytes, "\x89PNG\r\n\x1A\n", 0)) {
    return pngHeader(bytes);
  }
  return holds(bytes, "\xFF\xD8\xFF", 0) ? std::optional(jpegHeader(bytes)) : std::nullopt;
}

}  // namespace texeleton
