#include "app/editor/panels/texture/texture_range.h"

#include <QHBoxLayout>
#include <array>

#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

struct Range {
  double from;
  double to;
};
constexpr std::array kRanges = {Range{-1, 1}, Range{0, 1},    Range{-2, 2},
                                Range{-4, 4}, Range{-16, 16}, Range{-0.1, 0.1}};
constexpr int kFitted = static_cast<int>(kRanges.size());  // The entry after the ranges.

}  // namespace

TextureRange::TextureRange(const Workshop& workshop, TextureView& view, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_view(view) {
  m_choice = named(new QComboBox, "range");
  for (const Range& range : kRanges) {
    m_choice->addItem(QString::fromUtf8("%1 … %2").arg(decimal(range.from, range.from > -1 && range.from < 0 ? 1 : 0),
                                                       decimal(range.to, range.to < 1 ? 1 : 0)));
  }
  m_choice->addItem(tr("Fitted"));
  m_choice->setToolTip(tr("Values from black to white. Fitted: from the minimum to the maximum of the shown channels"));
  m_histogram = new HistogramStrip(view);
  m_differenceText = named(label({}, "muted"), "differenceText");
  m_differenceText->hide();
  put(spaced(new QHBoxLayout(this), 4), {m_choice, m_histogram, m_differenceText});
  connect(m_choice, &QComboBox::activated, this, &TextureRange::applyChoice);
  connect(m_histogram, &HistogramStrip::fitAsked, this, [this] {
    m_choice->setCurrentIndex(kFitted);
    applyChoice();
  });
  connect(&view, &TextureView::differenceChanged, this, &TextureRange::showDifference);
  connect(&view, &TextureView::exposureChanged, m_histogram, [this] { m_histogram->update(); });
  connect(&workshop, &Workshop::bakeChanged, this, [this] {
    if (isVisible()) {
      countValues();
    } else {
      m_histogram->show(std::nullopt);  // Values of a new bake are counted when the panel is shown.
    }
    showDifference();
  });
}

int TextureRange::choice() const { return m_choice->currentIndex(); }

void TextureRange::choose(int choice) {
  if (choice >= 0 && choice < m_choice->count()) {
    m_choice->setCurrentIndex(choice);
    applyChoice();
  }
}

void TextureRange::showChannels() {
  fit();
  showDifference();
}

void TextureRange::applyChoice() {
  if (m_choice->currentIndex() != kFitted) {
    const Range range = kRanges[static_cast<std::size_t>(m_choice->currentIndex())];
    m_view.state.from = range.from;
    m_view.state.to = range.to;
    m_view.refresh();
  }
  fit();
}

void TextureRange::fit() {
  const auto& histogram = m_histogram->histogram();
  const bool fits = m_choice->currentIndex() == kFitted;
  if (fits && histogram) {
    const ValueRange range = rangeOf(*histogram, m_view.state.channels);
    m_view.state.from = range.from;
    m_view.state.to = range.to;
    m_choice->setItemText(
        kFitted, tr("Fitted: %1 … %2").arg(QString::number(range.from, 'g', 3), QString::number(range.to, 'g', 3)));
    m_view.refresh();
  } else if (!fits) {
    m_choice->setItemText(kFitted, tr("Fitted"));
  }
  m_histogram->update();
}

void TextureRange::showDifference() {
  const bool shows = m_view.state.difference;
  m_choice->setVisible(!shows);
  m_histogram->setVisible(!shows);
  m_differenceText->setVisible(shows);
  const auto largest = m_view.largestDifference();
  m_differenceText->setText(largest ? tr("Largest difference in view: %1").arg(*largest, 0, 'g', 3)
                                    : tr("reading the source…"));
}

// In the background, when the panel is visible.
void TextureRange::countValues() {
  m_histogram->show(std::nullopt);
  m_counter.cancel();
  const auto& bake = m_workshop.bake();
  m_counted = bake ? bake->animation : nullptr;
  if (!bake) {
    return;
  }
  m_counter.start([this, texture = bake->animation](JobContext& job, const JobRunner::Deliver& deliver) {
    const TextureHistogram histogram = histogramOf(*texture, job);
    deliver([this, histogram] {
      m_histogram->show(histogram);
      fit();
    });
  });
}

void TextureRange::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_workshop.bake() && m_counted != m_workshop.bake()->animation) {
    countValues();
  }
}

}  // namespace texeleton::editor
