#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <functional>
#include <vector>

#include "app/editor/jobs/recovery.h"

namespace texeleton::editor {

/// Offers documents left behind by editors that ended abnormally. Those that are neither recovered nor discarded are
/// offered again at the next start.
class RecoveryDialog : public QDialog {
  Q_OBJECT

 public:
  /// `mayReplace`: asks about the open document.
  RecoveryDialog(Recovery& recovery, std::vector<Recovery::Lost> lost, std::function<bool()> mayReplace,
                 QWidget* parent = nullptr);

  QTreeWidget& list() const { return *m_list; }

 private:
  void show(std::size_t number);
  int chosen() const;
  void recover();
  void discard();
  void showButtons();

  Recovery& m_recovery;
  std::vector<Recovery::Lost> m_lost;
  const std::function<bool()> m_mayReplace;
  QTreeWidget* m_list = nullptr;
  QLabel* m_problem = nullptr;
  QPushButton* m_recover = nullptr;
  QPushButton* m_discard = nullptr;
};

}  // namespace texeleton::editor
