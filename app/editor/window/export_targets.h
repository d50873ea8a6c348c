#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <filesystem>
#include <vector>

#include "app/editor/document/document.h"

namespace texeleton::editor {

/// The packs that a document is exported to: a list with + and −, and the folder of the selected one. Every change is
/// an edit of the document.
class ExportTargets : public QWidget {
  Q_OBJECT

 public:
  explicit ExportTargets(Document& document, QWidget* parent = nullptr);

  /// Of the selected target, as it is typed, with the ending that packs have.
  std::filesystem::path folder() const;
  int count() const { return static_cast<int>(m_folders.size()); }
  /// Takes what is typed into the document. False: it cannot be; refused() says why.
  bool commit();
  /// A new one, to be typed; it is the document's once it was left.
  void add();
  /// Puts back what is typed and not taken yet.
  void forgetTyped();
  void setBusy(bool busy);
  /// That a pack was written, in its row; an empty path takes back what all rows say.
  void showWritten(const std::filesystem::path& folder);

 signals:
  /// The folder is being typed.
  void typed();
  /// Another target is selected, or its folder is another.
  void chosen();
  void refused(const QString& why);

 private:
  QWidget* makeList();
  void browse();
  void removeCurrent();
  void reload();
  void addRow(const std::filesystem::path& folder);
  void dropPending();
  void select(int row);
  void showRow();
  void showWhole();
  void showButtons();

  Document& m_document;
  std::vector<std::filesystem::path> m_folders;  ///< A row each.
  int m_row = 0;
  bool m_pending = false;  ///< The last row is not the document's yet.
  bool m_busy = false;
  QTreeWidget* m_list = nullptr;
  QToolButton* m_add = nullptr;
  QToolButton* m_remove = nullptr;
  QLineEdit* m_folder = nullptr;
  QPushButton* m_browse = nullptr;
  QLabel* m_whole = nullptr;
};

}  // namespace texeleton::editor
