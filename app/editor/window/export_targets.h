#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "app/editor/document/document.h"
#include "core/export/export_places.h"

namespace texeleton::editor {

/// The exports of a document: a list with + and −, and the folder of the selected one. Every change is an edit of the
/// document.
class ExportTargets : public QWidget {
  Q_OBJECT

 public:
  explicit ExportTargets(Document& document, QWidget* parent = nullptr);

  /// Of the selected export, as it is typed.
  std::filesystem::path folder() const;
  /// Where the selected export goes, by what is typed; nothing while no folder is typed, and where this version does
  /// not know its target.
  std::optional<exporting::ExportPlace> place() const;
  /// The selected export, without what is typed; nothing: there is none.
  const recipe::RecipeExport* current() const;
  int count() const { return static_cast<int>(m_rows.size()); }
  /// Takes what is typed into the document. False: it cannot be; refused() says why.
  bool commit();
  /// A new one, to be typed; it is the document's once it was left.
  void add(const exporting::ExportTarget& target);
  /// Sets or clears (no value) an option of the selected export.
  void setOption(const std::string& key, const std::optional<recipe::OptionValue>& value);
  /// Puts back what is typed and not taken yet.
  void forgetTyped();
  void setBusy(bool busy);
  /// That a pack was written, in the rows that share it; an empty path takes back what all rows say.
  void showWritten(const std::filesystem::path& pack);
  /// How many rows say so.
  int writtenCount() const { return m_written; }

 signals:
  /// The folder is being typed.
  void typed();
  /// Another export is selected, or it goes elsewhere or by other options.
  void chosen();
  void refused(const QString& why);

 private:
  QWidget* makeList();
  QMenu* makeMenu();
  void browse();
  void removeCurrent();
  void reload();
  void addRow(const recipe::RecipeExport& row);
  void dropPending();
  void select(int row);
  void showRow();
  void showWhole();
  void showButtons();

  Document& m_document;
  std::vector<recipe::RecipeExport> m_rows;
  int m_row = 0;
  bool m_pending = false;  ///< The last row is not the document's yet.
  bool m_busy = false;
  int m_written = 0;
  QTreeWidget* m_list = nullptr;
  QToolButton* m_add = nullptr;
  QToolButton* m_remove = nullptr;
  QLineEdit* m_folder = nullptr;
  QPushButton* m_browse = nullptr;
  QLabel* m_whole = nullptr;
};

/// Fills a menu with all targets that this version knows, each with its icon and what it is for.
void fillTargetMenu(QMenu& menu, const std::function<void(const exporting::ExportTarget&)>& chosen);

}  // namespace texeleton::editor
