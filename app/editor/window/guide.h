#pragma once

#include <QDialog>
#include <filesystem>

namespace texeleton::editor {

/// The user guide, shown beside the editor.
class Guide : public QDialog {
  Q_OBJECT

 public:
  explicit Guide(const std::filesystem::path& file, QWidget* parent = nullptr);

  /// The guide in the language of the interface, English where there is none; empty: it is not installed.
  static std::filesystem::path file();
};

}  // namespace texeleton::editor
