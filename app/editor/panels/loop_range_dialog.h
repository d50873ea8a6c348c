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
#include "app/editor/panels/range_edit.h"
#include "core/contacts/loop_range.h"

namespace texeleton::editor {

/// Looks in the background for the parts of clips that close as loops, and proposes them; what stays ticked is what is
/// taken.
class LoopRangeDialog : public QDialog {
  Q_OBJECT

 public:
  /// `clip`: the one of the bake that is asked about.
  LoopRangeDialog(const Workshop& workshop, std::size_t clip, QWidget* parent = nullptr);

  /// What is ticked.
  std::vector<RangeChange> chosen() const;
  bool isBusy() const { return m_runner.isBusy(); }

 private:
  struct Found {
    std::size_t baked = 0;
    double gapMillimetres = 0.0;  ///< Of the range that is baked now.
    contacts::LoopReport report;  ///< Of the whole clip.
    /// The range to take: the best part, or the whole clip where it closes and is not baked whole.
    std::optional<contacts::LoopRange> proposal;
  };
  void look();
  void show(std::vector<Found> found);
  void showChosen();

  const std::size_t m_clip;
  const std::shared_ptr<const model::Model> m_model;
  const std::shared_ptr<const bake::BakedAnimation> m_animation;
  std::vector<Found> m_found;
  QComboBox* m_where = nullptr;
  QTreeWidget* m_list = nullptr;
  QProgressBar* m_progress = nullptr;
  QLabel* m_text = nullptr;
  QPushButton* m_accept = nullptr;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
