#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <vector>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Finds something in one clip or all clips of the bake, in the background, and proposes it as a tree; ticked items are
/// accepted.
class ProposalDialog : public QDialog {
  Q_OBJECT

 public:
  bool isBusy() const { return m_runner.isBusy(); }

 protected:
  /// `clip`: the initially selected clip. `name`: begins the object names; `listName`: that of the tree.
  ProposalDialog(const Workshop& workshop, std::size_t clip, const QString& name, const QString& listName,
                 const QStringList& columns, QWidget* parent);

  /// Starts a search; called again if the clips change.
  virtual void look() = 0;
  /// Shows the number of ticked items; called if it changes.
  virtual void showChosen() = 0;
  /// The clips to search.
  std::vector<std::size_t> clips() const;
  /// Empties the tree and starts the search.
  void start(const QString& text, JobRunner::Work work);

  const std::shared_ptr<const model::Model> m_model;
  const std::shared_ptr<const vat::BakedAnimation> m_animation;
  QTreeWidget* m_list = nullptr;
  QLabel* m_text = nullptr;
  QPushButton* m_accept = nullptr;

 private:
  const std::size_t m_clip;
  QComboBox* m_where = nullptr;
  QProgressBar* m_progress = nullptr;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
