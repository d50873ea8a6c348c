#pragma once

#include <QComboBox>
#include <QDialog>
#include <QPushButton>
#include <QTreeWidget>
#include <filesystem>
#include <vector>

namespace texeleton::editor {

/// Asks which of several files is the model and whose clips it takes: a file does not say of itself what it is for.
class SeveralFilesDialog : public QDialog {
  Q_OBJECT

 public:
  /// `open`: the model that is open and may take the clips; empty: none.
  SeveralFilesDialog(std::vector<std::filesystem::path> files, const std::filesystem::path& open,
                     QWidget* parent = nullptr);

  /// Empty: the one that is open.
  std::filesystem::path model() const;
  std::vector<std::filesystem::path> motions() const;

 private:
  void showChoice();
  void enable();

  const std::vector<std::filesystem::path> m_files;
  bool m_hasOpen = false;
  QComboBox* m_model = nullptr;
  QTreeWidget* m_list = nullptr;
  QPushButton* m_accept = nullptr;
};

/// Which of several files is the model most likely: the one whose name the others begin with (hero.fbx, hero@run.fbx),
/// else the largest. `byName` is set when names told.
std::size_t likelyModel(const std::vector<std::filesystem::path>& files, bool& byName);

}  // namespace texeleton::editor
