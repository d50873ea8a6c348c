#include "viewport/scene/images/mip_levels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace texeleton::viewport {

namespace {

constexpr int kEncodeSteps = 4096;

std::array<float, 256> decodeTable(bool isColor) {
  std::array<float, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float c = static_cast<float>(i) / 255.0f;
    table[i] = !isColor ? c : c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  }
  return table;
}

std::array<uchar, kEncodeSteps + 1> encodeTable(bool isColor) {
  std::array<uchar, kEncodeSteps + 1> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float c = static_cast<float>(i) / float{kEncodeSteps};
    const float e = !isColor ? c : c <= 0.0031308f ? c * 12.92f : 1.055f * std::pow(c, 1.0f / 2.4f) - 0.055f;
    table[i] = static_cast<uchar>(std::lround(std::clamp(e, 0.0f, 1.0f) * 255.0f));
  }
  return table;
}

class Halver {
 public:
  explicit Halver(bool isColor) : m_isColor(isColor), m_decode(decodeTable(isColor)), m_encode(encodeTable(isColor)) {}

  QImage half(const QImage& image) const {
    QImage small(std::max(image.width() / 2, 1), std::max(image.height() / 2, 1), QImage::Format_RGBA8888);
    for (int y = 0; y < small.height(); ++y) {
      const uchar* above = image.constScanLine(std::min(2 * y, image.height() - 1));
      const uchar* below = image.constScanLine(std::min(2 * y + 1, image.height() - 1));
      uchar* out = small.scanLine(y);
      for (int x = 0; x < small.width(); ++x) {
        const int left = 4 * std::min(2 * x, image.width() - 1);
        const int right = 4 * std::min(2 * x + 1, image.width() - 1);
        mean({above + left, above + right, below + left, below + right}, out + 4 * x);
      }
    }
    return small;
  }

 private:
  void mean(const std::array<const uchar*, 4>& texels, uchar* out) const {
    float alpha = 0.0f;
    for (const uchar* texel : texels) {
      alpha += static_cast<float>(texel[3]);
    }
    for (int c = 0; c < 3; ++c) {
      float sum = 0.0f;
      float weight = 0.0f;
      for (const uchar* texel : texels) {
        // Without alpha, and for data that is not colour, all texels have equal weight.
        const float share = m_isColor && alpha > 0.0f ? static_cast<float>(texel[3]) : 1.0f;
        sum += share * m_decode[texel[c]];
        weight += share;
      }
      // Not negative, so truncation works; std::lround would be a call per byte.
      // NOLINTNEXTLINE(bugprone-incorrect-roundings)
      out[c] = m_encode[static_cast<std::size_t>(sum / weight * float{kEncodeSteps} + 0.5f)];
    }
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    out[3] = static_cast<uchar>(alpha / 4.0f + 0.5f);
  }

  bool m_isColor;
  std::array<float, 256> m_decode;
  std::array<uchar, kEncodeSteps + 1> m_encode;
};

}  // namespace

std::vector<QImage> mipLevels(const QImage& image, bool isColor) {
  const Halver halver(isColor);
  std::vector<QImage> levels = {image};
  while (levels.back().width() > 1 || levels.back().height() > 1) {
    levels.push_back(halver.half(levels.back()));
  }
  return levels;
}

}  // namespace texeleton::viewport
