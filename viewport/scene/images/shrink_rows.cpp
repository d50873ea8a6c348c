#include "viewport/scene/images/shrink_rows.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace texeleton::viewport {

namespace {

bool isOpaque(const unsigned char* row, std::size_t texels) {
  std::uint32_t all = ~std::uint32_t{0};
  for (std::size_t i = 0; i < texels; ++i) {
    std::uint32_t texel = 0;
    std::memcpy(&texel, row + 4 * i, sizeof texel);
    all &= texel;
  }
  unsigned char bytes[4];
  std::memcpy(bytes, &all, sizeof all);
  return bytes[3] == 255;
}

}  // namespace

// A source texel spans as many units as the result has texels, and a texel of the result as many as the source has, so
// that all coverages are integers.
ShrinkRows::ShrinkRows(QSize from, QSize to, int channels)
    : m_from(from),
      m_channels(channels),
      m_image(to, QImage::Format_RGBA8888),
      m_columns(static_cast<std::size_t>(to.width())),
      m_sums(static_cast<std::size_t>(from.width()) * static_cast<std::size_t>(channels)) {
  const std::int64_t width = from.width();
  const std::int64_t step = to.width();
  for (std::int64_t x = 0; x < step; ++x) {
    Column& column = m_columns[static_cast<std::size_t>(x)];
    const std::int64_t first = x * width / step;
    const std::int64_t last = ((x + 1) * width - 1) / step;
    column.first = static_cast<std::uint32_t>(first);
    column.last = static_cast<std::uint32_t>(last);
    column.ofFirst = static_cast<float>(std::min((first + 1) * step, (x + 1) * width) - x * width);
    column.ofLast = last == first ? 0.0f : static_cast<float>((x + 1) * width - last * step);
  }
}

void ShrinkRows::add(const unsigned char* row) {
  const std::int64_t begin = m_row * m_image.height();
  const std::int64_t end = begin + m_image.height();
  const std::int64_t edge = (std::int64_t{m_made} + 1) * m_from.height();
  addWeighted(row, static_cast<float>(std::min(end, edge) - begin));
  if (end >= edge) {
    finishRow();
    if (end > edge) {
      addWeighted(row, static_cast<float>(end - edge));
    }
  }
  ++m_row;
}

void ShrinkRows::addWeighted(const unsigned char* row, float weight) {
  float* const sums = m_sums.data();
  const std::size_t count = m_sums.size();
  if (m_channels == 4 && !isOpaque(row, count / 4)) {
    for (std::size_t i = 0; i < count; i += 4) {
      const float share = weight * static_cast<float>(row[i + 3]);
      sums[i] += share * static_cast<float>(row[i]);
      sums[i + 1] += share * static_cast<float>(row[i + 1]);
      sums[i + 2] += share * static_cast<float>(row[i + 2]);
      sums[i + 3] += share * 255.0f;
    }
  } else if (m_channels == 2) {
    for (std::size_t i = 0; i < count; i += 2) {
      const float share = weight * static_cast<float>(row[i + 1]);
      sums[i] += share * static_cast<float>(row[i]);
      sums[i + 1] += share * 255.0f;
    }
  } else {
    const float share = weight * 255.0f;
    for (std::size_t i = 0; i < count; ++i) {
      sums[i] += share * static_cast<float>(row[i]);
    }
  }
}

void ShrinkRows::finishRow() {
  switch (m_channels) {
    case 1:
      finishRowOf<1>();
      break;
    case 2:
      finishRowOf<2>();
      break;
    case 3:
      finishRowOf<3>();
      break;
    default:
      finishRowOf<4>();
  }
  std::fill(m_sums.begin(), m_sums.end(), 0.0f);
  ++m_made;
}

template <int Channels>
void ShrinkRows::finishRowOf() {
  constexpr bool kHasAlpha = Channels % 2 == 0;
  unsigned char* out = m_image.scanLine(m_made);
  const auto inside = static_cast<float>(m_image.width());
  const float whole = 255.0f * static_cast<float>(m_from.width()) * static_cast<float>(m_from.height());
  // Not negative, so truncation works; std::lround would be a call per byte.
  // NOLINTNEXTLINE(bugprone-incorrect-roundings)
  const auto byteOf = [](float value) { return static_cast<unsigned char>(std::min(value, 255.0f) + 0.5f); };
  for (const Column& column : m_columns) {
    std::array<float, Channels> sum{};
    const auto add = [&](const float* source, float share) {
      for (int channel = 0; channel < Channels; ++channel) {
        sum[static_cast<std::size_t>(channel)] += share * source[channel];
      }
    };
    const float* source = m_sums.data() + std::size_t{column.first} * Channels;
    const float* const last = m_sums.data() + std::size_t{column.last} * Channels;
    add(source, column.ofFirst);
    for (source += Channels; source < last; source += Channels) {
      add(source, inside);
    }
    if (column.ofLast > 0.0f) {
      add(last, column.ofLast);
    }
    const float alpha = kHasAlpha ? sum[Channels - 1] : whole * 255.0f;
    const float by = alpha > 0.0f ? 255.0f / alpha : 0.0f;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      out[channel] = byteOf(sum[Channels < 3 ? 0 : channel] * by);
    }
    out[3] = byteOf(alpha / whole);
    out += 4;
  }
}

}  // namespace texeleton::viewport
