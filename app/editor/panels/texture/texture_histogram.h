#pragma once

#include <QWidget>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/editor/panels/texture/texture_view.h"

namespace texeleton::editor {

/// Histogram of a texture's used texels, for each channel.
struct TextureHistogram {
  static constexpr int kBins = 128;
  double least = 0.0;  ///< Start of the first bin.
  double most = 0.0;   ///< End of the last bin.
  std::array<double, 4> leastOf{};
  std::array<double, 4> mostOf{};
  std::array<std::array<std::uint64_t, kBins>, 4> counts{};
};

/// Ignores non-finite values. Thread-safe; the result is meaningless if the job is cancelled.
TextureHistogram histogramOf(const vat::BakedAnimation& texture, const JobContext& job);

/// Range of the shown channels of a texture; minimally wide if all values are equal.
struct ValueRange {
  double from = -1.0;
  double to = 1.0;
};
ValueRange rangeOf(const TextureHistogram& histogram, Channels channels);

/// The histogram as a small picture with the shown range. A click fits the range.
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
