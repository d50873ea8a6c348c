#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/editor/jobs/job_runner.h"
#include "core/import/blender/install_addon.h"

namespace texeleton::editor {

/// Finds the Blenders of this machine and installs the add-on into one of them, or saves it as a file. Blender is asked
/// in the background; closing the dialog ends that.
class BlenderDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BlenderDialog(QWidget* parent = nullptr);

  QTreeWidget& list() const { return *m_list; }
  /// Adds a program to the list and determines its version.
  void addProgram(const std::filesystem::path& program);
  /// Writes the add-on to a file.
  void saveTo(const std::filesystem::path& file);
  /// Whether it is looking for Blenders or installing.
  bool isBusy() const { return m_search.isBusy() || m_installation.isBusy(); }

 private:
  struct FoundBlender {
    std::filesystem::path program;
    std::optional<importing::BlenderVersion> version;
    QString problem;  ///< Why there is no version.
  };
  void find(const std::vector<std::filesystem::path>& programs);
  void showFound(const FoundBlender& found);
  void searched();
  void install();
  void say(const QString& text, const char* role);
  void showButtons();
  const FoundBlender* chosen() const;

  std::vector<FoundBlender> m_found;  ///< The rows of the list.
  QTreeWidget* m_list = nullptr;
  QLabel* m_state = nullptr;
  QPushButton* m_install = nullptr;
  JobRunner m_search;
  JobRunner m_installation;
};

}  // namespace texeleton::editor
