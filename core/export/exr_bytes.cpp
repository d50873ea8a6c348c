#include "core/export/exr_bytes.h"

#include <cstdint>

#include "core/base/little_endian.h"

namespace texeleton::exporting {

namespace {

void appendAttribute(std::string& out, const char* name, const char* type, const std::string& value) {
  out += name;
  out += '\0';
  out += type;
  out += '\0';
  appendLittleEndian(out, value.size(), 4);
  out += value;
}

std::string windowOf(const vat::TexelBuffer& texels) {
  std::string box;
  appendLittleEndian(box, 0, 8);
  appendLittleEndian(box, texels.width() - 1, 4);
  appendLittleEndian(box, texels.height() - 1, 4);
  return box;
}

}  // namespace

std::string exrBytes(const vat::TexelBuffer& texels) {
  const bool half = texels.format() == vat::PixelFormat::Rgba16F;
  const std::size_t channelBytes = half ? 2 : 4;
  std::string out;
  appendLittleEndian(out, 20000630, 4);
  appendLittleEndian(out, 2, 4);
  std::string channels;
  for (const char channel : {'A', 'B', 'G', 'R'}) {
    channels += channel;
    channels += '\0';
    appendLittleEndian(channels, half ? 1 : 2, 4);
    appendLittleEndian(channels, 0, 4);
    appendLittleEndian(channels, 1, 4);
    appendLittleEndian(channels, 1, 4);
  }
  channels += '\0';
  std::string one;
  appendLittleEndian(one, 0x3f800000, 4);
  appendAttribute(out, "channels", "chlist", channels);
  appendAttribute(out, "compression", "compression", std::string(1, '\0'));
  appendAttribute(out, "dataWindow", "box2i", windowOf(texels));
  appendAttribute(out, "displayWindow", "box2i", windowOf(texels));
  appendAttribute(out, "lineOrder", "lineOrder", std::string(1, '\0'));
  appendAttribute(out, "pixelAspectRatio", "float", one);
  appendAttribute(out, "screenWindowCenter", "v2f", std::string(8, '\0'));
  appendAttribute(out, "screenWindowWidth", "float", one);
  out += '\0';
  const std::uint64_t lineBytes = texels.rowBytes();
  const std::uint64_t first = out.size() + std::uint64_t{8} * texels.height();
  for (std::uint64_t y = 0; y < texels.height(); ++y) {
    appendLittleEndian(out, first + y * (8 + lineBytes), 8);
  }
  out.reserve(first + texels.height() * (8 + lineBytes));
  for (std::uint32_t y = 0; y < texels.height(); ++y) {
    appendLittleEndian(out, y, 4);
    appendLittleEndian(out, lineBytes, 4);
    const auto* row = reinterpret_cast<const char*>(texels.row(y));
    for (const std::size_t channel : {3, 2, 1, 0}) {
      for (std::size_t x = 0; x < texels.width(); ++x) {
        out.append(row + (4 * x + channel) * channelBytes, channelBytes);
      }
    }
  }
  return out;
}

}  // namespace texeleton::exporting
