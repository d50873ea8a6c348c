#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <memory>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture_histogram.h"
#include "app/editor/panels/texture_view.h"

namespace texeleton::editor {

/// Which values of the texture are black and white, in numbers and in its histogram; of differences, where the scale
/// ends.
class TextureRange : public QWidget {
  Q_OBJECT

 public:
  TextureRange(const Workshop& workshop, TextureView& view, QWidget* parent = nullptr);

  /// Which range is chosen, a number for the user's settings.
  int choice() const;
  /// Numbers that are no choice change nothing.
  void choose(int choice);
  /// The view shows other channels.
  void showChannels();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void applyChoice();
  /// Where the range is fitted: to the values of the channels that are shown.
  void fit();
  void showDifference();
  void countValues();

  const Workshop& m_workshop;
  TextureView& m_view;
  QComboBox* m_choice = nullptr;
  HistogramStrip* m_histogram = nullptr;
  QLabel* m_differenceText = nullptr;
  std::shared_ptr<const bake::BakedAnimation> m_counted;  ///< What the histogram is of, or will be.
  JobRunner m_counter;
};

}  // namespace texeleton::editor
