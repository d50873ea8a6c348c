#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTextBrowser>
#include <QTreeWidget>
#include <filesystem>

namespace texeleton::editor {

/// The user guide, with contents, search in the page, and navigation back.
class Guide : public QDialog {
  Q_OBJECT

 public:
  explicit Guide(const std::filesystem::path& file, QWidget* parent = nullptr);

  /// The guide in the interface's language, else in English; empty: not installed.
  static std::filesystem::path file();

 private:
  QWidget* makeTools();
  void showContents();
  void mark();
  void find(bool backwards);

  QTextBrowser* m_text = nullptr;
  QTreeWidget* m_contents = nullptr;
  QLineEdit* m_search = nullptr;
  QLabel* m_found = nullptr;
};

}  // namespace texeleton::editor
