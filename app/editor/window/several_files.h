#pragma once

#include <QComboBox>
#include <QDialog>
#include <QPushButton>
#include <QTreeWidget>
#include <filesystem>
#include <vector>

namespace texeleton::editor {

/// Asks which of several files is the model and which are motions, because files do not state it.
class SeveralFilesDialog : public QDialog {
  Q_OBJECT

 public:
  /// `open`: the open model, which may take the clips; empty: none.
  SeveralFilesDialog(std::vector<std::filesystem::path> files, const std::filesystem::path& open,
                     QWidget* parent = nullptr);

  /// Empty: the open one.
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

/// The most likely model among several files: the one whose name is a prefix of the others (hero.fbx, hero@run.fbx),
/// else the largest. `byName` is set if names decided.
std::size_t likelyModel(const std::vector<std::filesystem::path>& files, bool& byName);

}  // namespace texeleton::editor
