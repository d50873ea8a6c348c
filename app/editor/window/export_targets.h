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

  /// Folder of the selected export, as typed.
  std::filesystem::path folder() const;
  /// Place of the selected export with the typed folder; nothing if no folder is typed or this version does not know
  /// its target.
  std::optional<exporting::ExportPlace> place() const;
  /// The selected export without unapplied input; null: there is none.
  const recipe::RecipeExport* current() const;
  int count() const { return static_cast<int>(m_rows.size()); }
  /// Applies the typed folder to the document. Returns false if that is impossible; refused() has the reason.
  bool commit();
  /// Adds a pending export, which becomes part of the document once its folder is applied.
  void add(const exporting::ExportTarget& target);
  /// Sets or clears (no value) an option of the selected export.
  void setOption(const std::string& key, const std::optional<recipe::OptionValue>& value);
  /// Discards unapplied input.
  void forgetTyped();
  void setBusy(bool busy);
  /// Marks the rows that share a written pack; an empty path clears all marks.
  void showWritten(const std::filesystem::path& pack);
  /// Number of marked rows.
  int writtenCount() const { return m_written; }

 signals:
  /// The folder is being typed.
  void typed();
  /// The selection, or the place or options of the selected export changed.
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
  bool m_pending = false;  ///< The last row is not in the document yet.
  bool m_busy = false;
  int m_written = 0;
  QTreeWidget* m_list = nullptr;
  QToolButton* m_add = nullptr;
  QToolButton* m_remove = nullptr;
  QLineEdit* m_folder = nullptr;
  QPushButton* m_browse = nullptr;
  QLabel* m_whole = nullptr;
};

/// Fills a menu with all known targets, each with its icon and description.
void fillTargetMenu(QMenu& menu, const std::function<void(const exporting::ExportTarget&)>& chosen);

}  // namespace texeleton::editor
