#pragma once

#include <QScopedValueRollback>

#include "app/editor/widgets/linked_tree.h"

namespace texeleton::editor {

/// The tree of the Model panel. Its headings and the rows below them are the panel's sections'; what a row stands for
/// is in its data (see ModelRole).
class ModelTree : public LinkedTree {
  Q_OBJECT

 public:
  /// While this lives, rows change because they are filled, and not by the user.
  class Filling {
   public:
    explicit Filling(ModelTree& tree) : m_was(tree.m_isFilling, true) {}

   private:
    QScopedValueRollback<bool> m_was;
  };

  explicit ModelTree(QWidget* parent = nullptr);

  /// The look of all headings, which are opened. Once they have their rows.
  void finishHeadings();
  /// The look of a row's second column.
  static void mute(QTreeWidgetItem& row);
  /// Shows rows that contain a text, and those above them.
  void filter(const QString& text);
  /// Goes to a row.
  void goTo(QTreeWidgetItem* row);
  /// Lets the user type another name in the current row, where it may have one.
  void editName();

 signals:
  /// The user went to a row, or clicked it again; null: to none.
  void rowChosen(const QTreeWidgetItem* row);
  /// The user ticked a row, or typed a name in it. The tree is telling of it: what takes the row away has to come
  /// later.
  void rowEdited(QTreeWidgetItem* row);

 private:
  bool m_isFilling = false;
};

}  // namespace texeleton::editor
