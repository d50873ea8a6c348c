#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <memory>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture/texture_histogram.h"
#include "app/editor/panels/texture/texture_view.h"

namespace texeleton::editor {

/// The values shown as black and white, as numbers and in the histogram; for deviations, the end of the scale.
class TextureRange : public QWidget {
  Q_OBJECT

 public:
  TextureRange(const Workshop& workshop, TextureView& view, QWidget* parent = nullptr);

  /// The selected range, as a number for the user's settings.
  int choice() const;
  /// Ignores invalid numbers.
  void choose(int choice);
  /// The view shows other channels.
  void showChannels();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void applyChoice();
  /// Fits the range to the values of the shown channels.
  void fit();
  void showDifference();
  void countValues();

  const Workshop& m_workshop;
  TextureView& m_view;
  QComboBox* m_choice = nullptr;
  HistogramStrip* m_histogram = nullptr;
  QLabel* m_differenceText = nullptr;
  std::shared_ptr<const vat::BakedAnimation> m_counted;  ///< The texture of the histogram, finished or not.
  JobRunner m_counter;
};

}  // namespace texeleton::editor
