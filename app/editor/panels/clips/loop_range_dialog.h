#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <optional>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/range_edit.h"
#include "core/contacts/loop_range.h"

namespace texeleton::editor {

/// Finds parts of clips that close as loops, in the background, and proposes them; ticked ones are accepted.
class LoopRangeDialog : public QDialog {
  Q_OBJECT

 public:
  /// `clip`: the initially selected clip of the bake.
  LoopRangeDialog(const Workshop& workshop, std::size_t clip, QWidget* parent = nullptr);

  /// The ticked ranges.
  std::vector<RangeChange> chosen() const;
  bool isBusy() const { return m_runner.isBusy(); }

 private:
  struct Found {
    std::size_t baked = 0;
    double gapMillimetres = 0.0;  ///< Gap of the current range.
    contacts::LoopReport report;  ///< Report of the whole clip.
    /// The proposed range: the best part, or the whole clip if it closes and is not baked as a whole.
    std::optional<contacts::LoopRange> proposal;
  };
  void look();
  void show(std::vector<Found> found);
  void showChosen();

  const std::size_t m_clip;
  const std::shared_ptr<const model::Model> m_model;
  const std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::vector<Found> m_found;
  QComboBox* m_where = nullptr;
  QTreeWidget* m_list = nullptr;
  QProgressBar* m_progress = nullptr;
  QLabel* m_text = nullptr;
  QPushButton* m_accept = nullptr;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
