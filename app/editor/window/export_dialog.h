#pragma once

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QTreeWidget>
#include <filesystem>
#include <functional>

#include "app/editor/jobs/export_files.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/window/export_details.h"
#include "app/editor/window/export_targets.h"

namespace texeleton::editor {

/// Where the document is exported to: shows what the selected target plays and takes, and what would become of each
/// file before anything is written; writes all targets, verifies, and keeps the choice in the document.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// Whether one may export now: asks where that is a question, over the widget given.
  using MayExport = std::function<bool(QWidget*)>;

  ExportDialog(Workshop& workshop, MayExport mayExport, QWidget* parent = nullptr);
  ~ExportDialog() override;

  /// Begins a further export.
  void addTarget(const exporting::ExportTarget& target) { m_targets->add(target); }

 protected:
  void reject() override;

 private:
  QWidget* makeWarning();
  QTreeWidget* makeFiles();
  QWidget* makeDetails();
  QWidget* makeResult();
  QWidget* makeCommand();
  QWidget* makeButtons();
  void showWarning();
  void showExportButton();
  void targetChosen();
  void showTarget();
  void rehearse();
  void showFiles(std::vector<exporting::PlannedFile> files);
  void showFile(const exporting::PlannedFile& file, const QString& state, const QColor& stateColor);
  void showSummary(bool written);
  void showWritten();
  void showProblem(const QString& text);
  void showCommand();
  void exportNow();
  void ended();
  void setBusy(bool busy);

  Workshop& m_workshop;
  const MayExport m_mayExport;
  QTimer m_typing;  ///< Looks at the folder once nobody types.
  ExportTargets* m_targets = nullptr;
  QWidget* m_warning = nullptr;
  QLabel* m_warningText = nullptr;
  QLabel* m_about = nullptr;  ///< What the selected target is.
  QTabWidget* m_details = nullptr;
  QTreeWidget* m_files = nullptr;
  ExportOptionsForm* m_options = nullptr;
  ExportAbilities* m_abilities = nullptr;
  std::vector<exporting::PlannedFile> m_found;        ///< What the files of m_rehearsed would become.
  std::optional<exporting::ExportPlace> m_rehearsed;  ///< The place that was looked at.
  QLabel* m_summary = nullptr;
  QLabel* m_state = nullptr;
  QProgressBar* m_progress = nullptr;
  QLineEdit* m_command = nullptr;
  QCheckBox* m_keep = nullptr;
  QPushButton* m_export = nullptr;
  QPushButton* m_show = nullptr;
  bool m_isExporting = false;
  bool m_failed = false;
  int m_written = 0;  ///< Exports of this run.
};

}  // namespace texeleton::editor
