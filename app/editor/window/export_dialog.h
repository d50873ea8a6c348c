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

/// The document's export targets: shows what the selected target supports and its options, and the effect on each file
/// before anything is written; writes all targets, verifies them, and keeps the choice in the document.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// Whether exporting is allowed now; may ask the user, over the given widget.
  using MayExport = std::function<bool(QWidget*)>;

  ExportDialog(Workshop& workshop, MayExport mayExport, QWidget* parent = nullptr);
  ~ExportDialog() override;

  /// Adds a target.
  void addTarget(const exporting::ExportTarget& target) { m_targets->add(target); }
  /// Why an export failed, and how many of its targets were written before.
  static QString failureText(const Error& why, int written, int wanted);

 protected:
  void reject() override;
  void keyPressEvent(QKeyEvent* event) override;

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
  void showState(const char* role, const QString& text);
  void showCommand();
  void exportNow();
  void ended();
  void setBusy(bool busy);

  Workshop& m_workshop;
  const MayExport m_mayExport;
  QTimer m_typing;  ///< Delays the comparison until typing ends.
  ExportTargets* m_targets = nullptr;
  QWidget* m_warning = nullptr;
  QLabel* m_warningText = nullptr;
  QLabel* m_about = nullptr;  ///< Description of the selected target.
  QTabWidget* m_details = nullptr;
  QTreeWidget* m_files = nullptr;
  ExportOptionsForm* m_options = nullptr;
  ExportAbilities* m_abilities = nullptr;
  std::vector<exporting::PlannedFile> m_found;        ///< The effect on the files of m_rehearsed.
  std::optional<exporting::ExportPlace> m_rehearsed;  ///< The place that was compared.
  QLabel* m_summary = nullptr;
  QLabel* m_state = nullptr;
  QProgressBar* m_progress = nullptr;
  QLineEdit* m_command = nullptr;
  QCheckBox* m_keep = nullptr;
  QPushButton* m_export = nullptr;
  QPushButton* m_show = nullptr;
  bool m_isExporting = false;
  bool m_failed = false;
  int m_written = 0;  ///< Exports written in this run.
};

}  // namespace texeleton::editor
