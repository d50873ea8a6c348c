#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>
#include <filesystem>

#include "app/editor/jobs/export_files.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Where the document is exported to: shows what would become of each file before anything is written, writes,
/// verifies, and keeps the choice in the document.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExportDialog(Workshop& workshop, QWidget* parent = nullptr);
  ~ExportDialog() override;

  /// The folder as it is typed, with the ending that packs have.
  std::filesystem::path folder() const;

 private:
  QWidget* makeTarget();
  QWidget* makeResult();
  void browse();
  void rehearse();
  void showFiles(const std::vector<ExportFile>& files);
  void showProblem(const QString& text);
  void showCommand();
  void exportNow();
  void ended();
  void setBusy(bool busy);

  Workshop& m_workshop;
  QTimer m_typing;  ///< Looks at the folder once nobody types.
  QLineEdit* m_folder = nullptr;
  QPushButton* m_browse = nullptr;
  QTreeWidget* m_files = nullptr;
  QLabel* m_state = nullptr;
  QProgressBar* m_progress = nullptr;
  QLineEdit* m_command = nullptr;
  QCheckBox* m_keep = nullptr;
  QPushButton* m_export = nullptr;
  QPushButton* m_show = nullptr;
  bool m_isExporting = false;
  bool m_failed = false;
};

}  // namespace texeleton::editor
