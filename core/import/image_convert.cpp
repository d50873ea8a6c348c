#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/image_header.h"
#include "core/import/parsers.h"

namespace texeleton::importing {

namespace {

constexpr std::uint32_t kMaxImageSide = 16384;
/// Size of a decoded image; peak memory use is three times as much.
constexpr std::uint64_t kMaxDecodedBytes = std::uint64_t{400} << 20;

bool beginsWith(std::span<const std::byte> bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && std::memcmp(bytes.data() + at, magic.data(), magic.size()) == 0;
}

/// The name of a known format that is not supported; empty if unknown.
std::string_view knownButUnread(std::span<const std::byte> bytes) {
  struct Magic {
    std::string_view bytes;
    std::size_t at;
    std::string_view name;
  };
  static constexpr std::array<Magic, 10> kFormats = {{{"DDS ", 0, "DDS"},
                                                      {"\xABKTX 11", 0, "KTX"},
                                                      {"\xABKTX 20", 0, "KTX2"},
                                                      {"WEBP", 8, "WebP"},
                                                      {"#?", 0, "Radiance HDR"},
                                                      {"\x76\x2F\x31\x01", 0, "OpenEXR"},
                                                      {"ftyp", 4, "AVIF or HEIF"},
                                                      {"II*", 0, "TIFF"},
                                                      {std::string_view("MM\0*", 4), 0, "TIFF"},
                                                      {"<svg", 0, "SVG"}}};
  for (const Magic& format : kFormats) {
    if (beginsWith(bytes, format.bytes, format.at)) {
      return format.name;
    }
  }
  return {};
}

Result<void> checkSize(std::uint32_t width, std::uint32_t height) {
  if (width == 0 || height == 0) {
    return fail(ErrorCode::BadFile, "the image has no texels");
  }
  if (width > kMaxImageSide || height > kMaxImageSide) {
    return fail(ErrorCode::Limit,
                message("the image has %1 × %2 texels; at most %3 a side are read", width, height, kMaxImageSide));
  }
  return {};
}

// Older versions of stb_image refuse a truncated BMP; that of 2024 fills it with zeros.
bool isCutShortBmp(std::span<const std::byte> bytes) {
  if (!beginsWith(bytes, "BM")) {
    return false;
  }
  const auto little = [&](std::size_t at, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) {
      value = (value << 8) | std::to_integer<std::uint64_t>(bytes[at + i]);
    }
    return value;
  };
  constexpr std::size_t kHeaders = 34;  // Up to and including the compression; the oldest headers are shorter.
  const std::uint64_t start = bytes.size() < 18 ? 0 : little(10, 4);
  if (start == 0 || start >= bytes.size()) {
    return true;
  }
  if (little(14, 4) < 40 || bytes.size() < kHeaders) {
    return false;
  }
  const auto rows = static_cast<std::int32_t>(little(22, 4));
  const std::uint64_t height = rows < 0 ? 0 - static_cast<std::int64_t>(rows) : rows;
  const std::uint64_t stride = (little(18, 4) * little(28, 2) + 31) / 32 * 4;
  const bool plain = little(30, 4) == 0 || little(30, 4) == 3;
  return plain && height != 0 && stride > (bytes.size() - start) / height;
}

Result<model::Image> kept(std::vector<std::byte> bytes, std::string name, const ImageHeader& header) {
  if (!header.isWhole) {
    return fail(ErrorCode::BadFile, message("the image's header is broken or cut short (%1)", header.mimeType));
  }
  TRY(checkSize(header.width, header.height));
  return model::Image{std::move(name), header.mimeType, std::move(bytes), header.width, header.height};
}

void appendTo(void* context, void* data, int size) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(context);
  const auto* begin = static_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), begin, begin + size);
}

Result<model::Image> converted(std::span<const std::byte> bytes, std::string name) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    return fail(ErrorCode::Limit, "the image is larger than 2 GiB");
  }
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int length = static_cast<int>(bytes.size());
  int width = 0;
  int height = 0;
  int channels = 0;
  if (stbi_info_from_memory(data, length, &width, &height, &channels) == 0 || width < 0 || height < 0) {
    return fail(ErrorCode::Unsupported, "the image is in no format that is read (PNG, JPEG, TGA, BMP, PSD, GIF)");
  }
  TRY(checkSize(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)));
  const std::uint64_t decodedBytes = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) *
                                     static_cast<std::uint64_t>(std::max(channels, 1));
  if (decodedBytes > kMaxDecodedBytes) {
    return fail(ErrorCode::Limit,
                message("the image has %1 × %2 texels, too many to convert; save it as PNG or JPEG", width, height));
  }
  if (isCutShortBmp(bytes)) {
    return fail(ErrorCode::BadFile, "the image cannot be decoded: it is cut short");
  }
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> texels(
      stbi_load_from_memory(data, length, &width, &height, &channels, 0), &stbi_image_free);
  if (!texels) {
    const char* reason = stbi_failure_reason();
    return fail(ErrorCode::BadFile, reason != nullptr ? message("the image cannot be decoded: %1", reason)
                                                      : message("the image cannot be decoded: ?"));
  }
  model::Image image;
  image.name = std::move(name);
  image.mimeType = "image/png";
  image.width = static_cast<std::uint32_t>(width);
  image.height = static_cast<std::uint32_t>(height);
  if (stbi_write_png_to_func(&appendTo, &image.bytes, width, height, channels, texels.get(), width * channels) == 0 ||
      image.bytes.empty()) {
    return fail(ErrorCode::BadFile, "the image cannot be written as PNG");
  }
  return image;
}

}  // namespace

Result<model::Image> makeImage(std::vector<std::byte> bytes, std::string name) {
  try {
    if (const auto header = readImageHeader(bytes)) {
      return kept(std::move(bytes), std::move(name), *header);
    }
    if (const std::string_view format = knownButUnread(bytes); !format.empty()) {
      return fail(ErrorCode::Unsupported,
                  message("the image is %1, which is not read; save it as PNG or JPEG", format));
    }
    return converted(bytes, std::move(name));
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory to convert the image");
  }
}

}  // namespace texeleton::importing
