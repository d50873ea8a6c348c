#include "core/pack/image_header.h"

#include <algorithm>
#include <array>

namespace texeleton::pack {

namespace {

std::uint32_t bigEndian(std::span<const std::byte> bytes, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = 0; i < count; ++i) {
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + static_cast<std::size_t>(i)]);
  }
  return value;
}

template <std::size_t N>
bool beginsWith(std::span<const std::byte> bytes, const std::array<unsigned char, N>& magic) {
  return bytes.size() >= N && std::equal(magic.begin(), magic.end(), bytes.begin(), [](unsigned char a, std::byte b) {
           return a == std::to_integer<unsigned char>(b);
         });
}

std::optional<ImageHeader> pngHeader(std::span<const std::byte> bytes) {
  // Signature, then the chunk IHDR: length, name, width, height.
  if (bytes.size() < 24 || bigEndian(bytes, 12, 4) != 0x49484452) {
    return std::nullopt;
  }
  return ImageHeader{"image/png", bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4)};
}

std::optional<ImageHeader> jpegHeader(std::span<const std::byte> bytes) {
  // Segments: FF, marker, length; a frame header (SOF: C0 … CF except C4, C8, CC) has height and width.
  std::size_t at = 2;
  while (at + 9 <= bytes.size()) {
    if (bytes[at] != std::byte{0xff}) {
      return std::nullopt;
    }
    const std::uint32_t marker = bigEndian(bytes, at + 1, 1);
    if (marker == 0xff) {
      ++at;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
      return ImageHeader{"image/jpeg", bigEndian(bytes, at + 7, 2), bigEndian(bytes, at + 5, 2)};
    }
    const std::uint32_t length = bigEndian(bytes, at + 2, 2);
    if (length < 2) {
      return std::nullopt;
    }
    at += 2 + length;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ImageHeader> readImageHeader(std::span<const std::byte> bytes) {
  std::optional<ImageHeader> header;
  if (beginsWith<8>(bytes, {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'})) {
    header = pngHeader(bytes);
  } else if (beginsWith<3>(bytes, {0xff, 0xd8, 0xff})) {
    header = jpegHeader(bytes);
  }
  if (header && (header->width == 0 || header->height == 0)) {
    return std::nullopt;
  }
  return header;
}

}  // namespace texeleton::pack
