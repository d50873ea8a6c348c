#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/parallel.h"
#include "core/pack/exr_texture.h"
#include "core/pack/pack_limits.h"

// Checks the header of an untrusted EXR before OpenEXR reads it: only the form described in FORMAT.md is accepted.

namespace texeleton::pack {

namespace {

constexpr std::uint32_t kExrMagic = 20000630;
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 16;

/// Reads the header's bytes; every step checks the remaining size.
class HeaderReader {
 public:
  explicit HeaderReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  template <class T>
  std::optional<T> value() {
    if (m_bytes.size() - m_at < sizeof(T)) {
      return std::nullopt;
    }
    T result;
    std::memcpy(&result, m_bytes.data() + m_at, sizeof result);
    m_at += sizeof result;
    return result;
  }

  /// Text up to a NUL; at most 255 bytes.
  std::optional<std::string_view> text() {
    const auto* begin = reinterpret_cast<const char*>(m_bytes.data()) + m_at;
    const std::size_t limit = std::min<std::size_t>(m_bytes.size() - m_at, 256);
    const auto* end = static_cast<const char*>(std::memchr(begin, 0, limit));
    if (end == nullptr) {
      return std::nullopt;
    }
    m_at += static_cast<std::size_t>(end - begin) + 1;
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  }

  std::optional<std::span<const std::byte>> block(std::size_t size) {
    if (m_bytes.size() - m_at < size) {
      return std::nullopt;
    }
    m_at += size;
    return m_bytes.subspan(m_at - size, size);
  }

  std::size_t at() const { return m_at; }

 private:
  std::span<const std::byte> m_bytes;
  std::size_t m_at = 0;
};

/// Required attributes; the rest of the header is ignored.
struct Found {
  std::optional<std::array<std::int32_t, 4>> dataWindow;
  std::optional<std::array<std::int32_t, 4>> displayWindow;
  std::optional<int> compression;
  std::optional<int> lineOrder;
  std::optional<vat::PixelFormat> format;
};

/// Reads the four channels A, B, G, R of one type, sampled at every texel. Returns the error, if any.
std::optional<Message> readChannels(std::span<const std::byte> bytes, Found& found) {
  HeaderReader reader(bytes);
  for (const char* expected : {"A", "B", "G", "R"}) {
    const auto name = reader.text();
    const auto type = reader.value<std::int32_t>();
    const auto flags = reader.value<std::uint32_t>();  // pLinear and three reserved bytes, ignored here.
    const auto xSampling = reader.value<std::int32_t>();
    const auto ySampling = reader.value<std::int32_t>();
    if (!name || *name != expected || !type || !flags || !xSampling || !ySampling) {
      return message("the channels are not R, G, B and A alone");
    }
    if ((*type != 1 && *type != 2) || *xSampling != 1 || *ySampling != 1) {
      return message("a channel is not half or float at every texel");
    }
    const vat::PixelFormat format = *type == 1 ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
    if (found.format && *found.format != format) {
      return message("the channels are of different types");
    }
    found.format = format;
  }
  const auto end = reader.value<std::uint8_t>();
  if (!end || *end != 0 || reader.at() != bytes.size()) {
    return message("the channels are not R, G, B and A alone");
  }
  return std::nullopt;
}

/// Reads one attribute. Returns the error, if any.
std::optional<Message> readAttribute(std::string_view name, std::string_view type, std::span<const std::byte> bytes,
                                     Found& found) {
  const auto is = [&](std::string_view n, std::string_view t, std::size_t size) {
    return name == n && type == t && bytes.size() == size;
  };
  const auto box = [&] {
    std::array<std::int32_t, 4> values{};
    std::memcpy(values.data(), bytes.data(), sizeof values);
    return values;
  };
  if (name == "channels" && type == "chlist") {
    found.format.reset();
    return readChannels(bytes, found);
  }
  if (is("dataWindow", "box2i", 16)) {
    found.dataWindow = box();
  } else if (is("displayWindow", "box2i", 16)) {
    found.displayWindow = box();
  } else if (is("compression", "compression", 1)) {
    found.compression = std::to_integer<int>(bytes[0]);
  } else if (is("lineOrder", "lineOrder", 1)) {
    found.lineOrder = std::to_integer<int>(bytes[0]);
  } else if (name == "type") {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (type != "string" || text != "scanlineimage") {
      return message("is not a scan-line image");
    }
  } else if (name == "channels" || name == "dataWindow" || name == "displayWindow" || name == "compression" ||
             name == "lineOrder" || name == "tiles" || name == "chunkCount" || name == "version") {
    return message("has an attribute '%1' of a kind that is not read", name);
  } else if (!(type == "string" && bytes.size() <= 4096) &&
             !((type == "float" || type == "int") && bytes.size() == 4) && !(type == "v2f" && bytes.size() == 8)) {
    return message("has an attribute of a type that is not read");
  }
  return std::nullopt;
}

std::optional<Message> checkFound(const Found& found, vat::PixelFormat format, std::uint32_t width,
                                  std::uint32_t height) {
  if (!found.format || !found.dataWindow || !found.displayWindow || !found.compression || !found.lineOrder) {
    return message("the header lacks an attribute (channels, windows, compression or line order)");
  }
  const std::array<std::int32_t, 4> expected = {0, 0, static_cast<std::int32_t>(width) - 1,
                                                static_cast<std::int32_t>(height) - 1};
  if (*found.dataWindow != expected || *found.displayWindow != expected) {
    return message("the image is not the %1 x %2 texels that the manifest names", width, height);
  }
  if (*found.format != format) {
    return message("the channels are not of the pixel format that the manifest names");
  }
  if (*found.compression < 0 || *found.compression > 3) {
    return message("the compression is none of none, RLE, ZIPS and ZIP");
  }
  if (*found.lineOrder != 0) {
    return message("the scan lines are not stored from the top down");
  }
  return std::nullopt;
}

/// Fills chunkBegin from the table. Chunks must follow one another without gaps, so the table is fully determined by
/// their sizes. Returns the error, if any.
std::optional<Message> readChunkTable(std::span<const std::byte> table, std::uint64_t dataBegin, std::uint64_t fileSize,
                                      ExrFileLayout& layout) {
  const std::size_t count = table.size() / sizeof(std::uint64_t);
  layout.chunkBegin.resize(count + 1);
  std::memcpy(layout.chunkBegin.data(), table.data(), table.size());
  layout.chunkBegin[count] = fileSize;
  if (layout.chunkBegin[0] != dataBegin) {
    return message("the chunk table does not begin behind itself");
  }
  const std::uint64_t lineBytes = std::uint64_t{layout.width} * vat::texelBytes(layout.format);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t lines = std::min<std::uint64_t>(layout.linesPerChunk, layout.height - i * layout.linesPerChunk);
    const std::uint64_t raw = lines * lineBytes;
    const std::uint64_t begin = layout.chunkBegin[i];
    const std::uint64_t end = layout.chunkBegin[i + 1];
    if (end <= begin || end > fileSize || end - begin < 9 || end - begin - 8 > raw ||
        (layout.compression == 0 && end - begin - 8 != raw)) {
      return message("the chunk of line %1 lies wrong or has a wrong size", i * layout.linesPerChunk);
    }
  }
  return std::nullopt;
}

}  // namespace

unsigned exrThreadCount(unsigned wanted, std::uint64_t chunkBytes) {
  constexpr std::uint64_t kMemory = std::uint64_t{512} << 20;
  constexpr std::uint64_t kCopies = 4;  // Packed, unpacked and the library's scratch.
  const std::uint64_t most = std::max<std::uint64_t>(kMemory / (std::max<std::uint64_t>(chunkBytes, 1) * kCopies), 1);
  return static_cast<unsigned>(std::min<std::uint64_t>(effectiveThreadCount(wanted), most));
}

Result<ExrFileLayout> readExrLayout(const InputFile& file, vat::PixelFormat format, std::uint32_t width,
                                    std::uint32_t height) {
  const auto bad = [&](Message text) { return fail(ErrorCode::BadFile, std::move(text), file.shownPath()); };
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kMaxHeaderBytes)));
  TRY(file.readAt(0, bytes));
  HeaderReader reader(bytes);
  const auto magic = reader.value<std::uint32_t>();
  const auto version = reader.value<std::uint32_t>();
  if (!magic || *magic != kExrMagic) {
    return bad(message("is not an OpenEXR file"));
  }
  // Version 2; of the flags only 0x400 (long names) may be set: no tiles, no deep data, no parts.
  if (!version || (*version & ~std::uint32_t{0x400}) != 2) {
    return bad(message("is no single-part scan-line OpenEXR file of version 2"));
  }
  Found found;
  for (;;) {
    const auto name = reader.text();
    if (name && name->empty()) {
      break;
    }
    const auto type = name ? reader.text() : std::nullopt;
    const auto size = type ? reader.value<std::uint32_t>() : std::nullopt;
    const auto value = size ? reader.block(*size) : std::nullopt;
    if (!value) {
      return bad(message("the header is cut short or longer than %1 bytes", kMaxHeaderBytes));
    }
    if (auto wrong = readAttribute(*name, *type, *value, found)) {
      return bad(std::move(*wrong));
    }
  }
  if (auto wrong = checkFound(found, format, width, height)) {
    return bad(std::move(*wrong));
  }

  ExrFileLayout layout;
  layout.format = format;
  layout.compression = *found.compression;
  layout.width = width;
  layout.height = height;
  layout.linesPerChunk = layout.compression == 3 ? 16 : 1;
  const std::uint64_t chunkCount = (std::uint64_t{height} + layout.linesPerChunk - 1) / layout.linesPerChunk;
  const std::uint64_t tableBytes = chunkCount * sizeof(std::uint64_t);
  const std::uint64_t tableBegin = reader.at();
  const std::uint64_t texelsBytes = std::uint64_t{width} * height * vat::texelBytes(format);
  if (file.size() < tableBegin + tableBytes + chunkCount * 9 ||
      (layout.compression == 0 && file.size() != tableBegin + tableBytes + chunkCount * 8 + texelsBytes)) {
    return bad(message("has %1 bytes, which its %2 x %3 texels cannot be", file.size(), width, height));
  }
  if (texelsBytes > kLargeTextureBytes && file.size() < texelsBytes / kMaxLargeTextureRatio) {
    return fail(
        ErrorCode::Limit,
        message(
            "%1 bytes claim to hold %2 MiB of texels; textures above 1 GiB must not be compressed more than 64 times",
            file.size(), texelsBytes >> 20),
        file.shownPath());
  }
  std::vector<std::byte> table(static_cast<std::size_t>(tableBytes));
  TRY(file.readAt(tableBegin, table));
  if (auto wrong = readChunkTable(table, tableBegin + tableBytes, file.size(), layout)) {
    return bad(std::move(*wrong));
  }
  return layout;
}

}  // namespace texeleton::pack
