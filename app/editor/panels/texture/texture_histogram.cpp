#include "app/editor/panels/texture/texture_histogram.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

/// Calls `take` with every used texel.
template <class Take>
void forTexels(const vat::BakedAnimation& texture, const JobContext& job, const Take& take) {
  const vat::TextureLayout& layout = texture.layout;
  for (std::uint32_t frame = 0; frame < layout.frameCount && !job.isCancelled(); ++frame) {
    for (std::uint32_t t = 0; t < layout.texelsPerFrame; ++t) {
      const vat::TexelAddress at = vat::texelAddress(layout, frame, t);
      take(texture.texels.texel(at.x, at.y));
    }
  }
}

}  // namespace

TextureHistogram histogramOf(const vat::BakedAnimation& texture, const JobContext& job) {
  TextureHistogram histogram;
  histogram.leastOf.fill(std::numeric_limits<double>::infinity());
  histogram.mostOf.fill(-std::numeric_limits<double>::infinity());
  forTexels(texture, job, [&histogram](const glm::vec4& texel) {
    for (std::size_t c = 0; c < 4; ++c) {
      const auto value = static_cast<double>(texel[static_cast<glm::length_t>(c)]);
      if (std::isfinite(value)) {
        histogram.leastOf[c] = std::min(histogram.leastOf[c], value);
        histogram.mostOf[c] = std::max(histogram.mostOf[c], value);
      }
    }
  });
  for (std::size_t c = 0; c < 4; ++c) {
    if (histogram.leastOf[c] > histogram.mostOf[c]) {
      histogram.leastOf[c] = histogram.mostOf[c] = 0.0;
    }
  }
  histogram.least = *std::min_element(histogram.leastOf.begin(), histogram.leastOf.end());
  histogram.most = *std::max_element(histogram.mostOf.begin(), histogram.mostOf.end());
  const double scale = TextureHistogram::kBins / std::max(histogram.most - histogram.least, 1e-30);
  forTexels(texture, job, [&histogram, scale](const glm::vec4& texel) {
    for (std::size_t c = 0; c < 4; ++c) {
      const auto value = static_cast<double>(texel[static_cast<glm::length_t>(c)]);
      if (std::isfinite(value)) {
        const double bin = std::clamp((value - histogram.least) * scale, 0.0, TextureHistogram::kBins - 1.0);
        ++histogram.counts[c][static_cast<std::size_t>(bin)];
      }
    }
  });
  return histogram;
}

ValueRange rangeOf(const TextureHistogram& histogram, Channels channels) {
  const bool isColor = channels == Channels::Rgb;
  const std::size_t first = isColor ? 0 : static_cast<std::size_t>(channels) - 1;
  const std::size_t last = isColor ? 2 : first;
  ValueRange range{histogram.leastOf[first], histogram.mostOf[first]};
  for (std::size_t c = first; c <= last; ++c) {
    range.from = std::min(range.from, histogram.leastOf[c]);
    range.to = std::max(range.to, histogram.mostOf[c]);
  }
  if (range.to - range.from < 1e-9) {
    range = {range.from - 0.5, range.to + 0.5};
  }
  return range;
}

HistogramStrip::HistogramStrip(const TextureView& view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName("histogram");
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  show(std::nullopt);
}

void HistogramStrip::show(std::optional<TextureHistogram> histogram) {
  m_histogram = histogram;
  const QString text = m_histogram ? tr("Frequency of the texture's values, from %1 to %2; a click fits the "
                                        "range to those of the channels that are shown")
                                         .arg(m_histogram->least, 0, 'g', 5)
                                         .arg(m_histogram->most, 0, 'g', 5)
                                   : tr("Frequency of the texture's values");
  setToolTip(text);
  setAccessibleName(text);
  update();
}

void HistogramStrip::mouseReleaseEvent(QMouseEvent* event) {
  if (m_histogram && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) {
    emit fitAsked();
  }
}

void HistogramStrip::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), color(Token::Field));
  if (m_histogram) {
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    const double span = std::max(m_histogram->most - m_histogram->least, 1e-30);
    const auto placeOf = [&](double value) {
      return box.left() + std::clamp((value - m_histogram->least) / span, 0.0, 1.0) * box.width();
    };
    // The range that the picture shows as neither black nor white.
    const double stops = std::exp2(-m_view.state.exposure);
    const double from = placeOf(m_view.state.from * stops);
    const double to = placeOf(m_view.state.to * stops);
    painter.fillRect(QRectF(from, box.top(), std::max(to - from, 1.0), box.height()), color(Token::AccentSurface));
    const Channels channels = m_view.state.channels;
    const bool isColor = channels == Channels::Rgb;
    const std::size_t first = isColor ? 0 : static_cast<std::size_t>(channels) - 1;
    const std::array<QColor, 4> colors = {QColor(229, 105, 95, 150), QColor(111, 191, 115, 150),
                                          QColor(77, 163, 255, 150), color(Token::Muted)};
    for (std::size_t c = first; c <= (isColor ? 2 : first); ++c) {
      const auto& counts = m_histogram->counts[c];
      // Logarithmic, because a few bins, such as 0 and 1, hold nearly everything.
      const double tallest = std::log1p(static_cast<double>(*std::max_element(counts.begin(), counts.end())));
      for (int bin = 0; bin < TextureHistogram::kBins && tallest > 0.0; ++bin) {
        const double tall = std::log1p(static_cast<double>(counts[static_cast<std::size_t>(bin)])) / tallest;
        const double wide = box.width() / TextureHistogram::kBins;
        painter.fillRect(QRectF(box.left() + bin * wide, box.bottom() - tall * box.height(), wide, tall * box.height()),
                         isColor ? colors[c] : color(Token::Text));
      }
    }
  }
  painter.setPen(color(Token::Edge));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

}  // namespace texeleton::editor
