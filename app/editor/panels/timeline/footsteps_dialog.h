#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Finds footsteps in the background and proposes them; ticked ones are accepted.
class FootstepsDialog : public QDialog {
  Q_OBJECT

 public:
  /// `clip`: the current clip of the bake.
  FootstepsDialog(Workshop& workshop, std::size_t clip, QWidget* parent = nullptr);

  /// Ticked footsteps, in seconds of the source clips.
  std::vector<recipe::ClipEvents> chosen() const;
  bool isBusy() const { return m_runner.isBusy(); }

 private:
  void look();
  void show(const std::vector<recipe::ClipEvents>& found);
  void count();

  Workshop& m_workshop;
  const std::size_t m_clip;
  const std::shared_ptr<const model::Model> m_model;
  const std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::vector<recipe::ClipEvents> m_found;  ///< Without those that are there already.
  std::size_t m_known = 0;                  ///< The number of these.
  QComboBox* m_where = nullptr;
  QTreeWidget* m_list = nullptr;
  QProgressBar* m_progress = nullptr;
  QLabel* m_text = nullptr;
  QPushButton* m_accept = nullptr;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
