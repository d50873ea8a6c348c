#pragma once

#include <QWidget>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/editor/panels/texture_view.h"

namespace texeleton::editor {

/// How often which values are in a texture: of every texel that holds something, a channel each.
struct TextureHistogram {
  static constexpr int kBins = 128;
  double least = 0.0;  ///< Where the first bin begins,
  double most = 0.0;   ///< and the last one ends.
  std::array<double, 4> leastOf{};
  std::array<double, 4> mostOf{};
  std::array<std::array<std::uint64_t, kBins>, 4> counts{};
};

/// Values that are not finite count for nothing. Any thread; what it returns when the job is cancelled says nothing.
TextureHistogram histogramOf(const bake::BakedAnimation& texture, const JobContext& job);

/// The range that the shown channels of a texture have; as wide as can be shown where all values are the same.
struct ValueRange {
  double from = -1.0;
  double to = 1.0;
};
ValueRange rangeOf(const TextureHistogram& histogram, Channels channels);

/// The histogram as a small picture, with the range that is shown. A click asks to fit the range.
class HistogramStrip : public QWidget {
  Q_OBJECT

 public:
  explicit HistogramStrip(const TextureView& view, QWidget* parent = nullptr);
  void show(std::optional<TextureHistogram> histogram);
  const std::optional<TextureHistogram>& histogram() const { return m_histogram; }
  QSize sizeHint() const override { return {132, 26}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void fitAsked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  const TextureView& m_view;
  std::optional<TextureHistogram> m_histogram;
};

}  // namespace texeleton::editor
