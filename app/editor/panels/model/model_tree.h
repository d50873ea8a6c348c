#pragma once

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/linked_tree.h"

namespace texeleton::editor {

/// The tree of the Model panel. The panel's sections own the headings and rows; a row's item is in its data (see
/// ModelRole).
class ModelTree : public LinkedTree {
  Q_OBJECT

 public:
  /// During its lifetime, changes of rows are made by the program, not by the user. Columns get their widths at its
  /// end: after each change of thousands of rows, they would be measured again.
  class Filling {
   public:
    explicit Filling(ModelTree& tree);
    ~Filling();
    Filling(const Filling&) = delete;
    Filling& operator=(const Filling&) = delete;

   private:
    ModelTree& m_tree;
    const bool m_isOutermost;
  };

  explicit ModelTree(QWidget* parent = nullptr);

  /// Sets the appearance of all headings and expands them. Call when they have their rows.
  void finishHeadings();
  /// Sets the appearance of a row's second column.
  static void mute(QTreeWidgetItem& row);
  /// Shows rows that contain a text, and their parents.
  void filter(const QString& text);
  /// Selects a row and scrolls to it.
  void goTo(QTreeWidgetItem* row);
  /// Starts editing the current row's name, if it has one.
  void editName();

 signals:
  /// The user moved to a row, or clicked it again; null: no row.
  void rowChosen(const QTreeWidgetItem* row);
  /// The user ticked or renamed a row. The tree is emitting the change, so removal of the row must be deferred.
  void rowEdited(QTreeWidgetItem* row);

 private:
  bool m_isFilling = false;
};

/// A heading of the tree with its rows, and what can be done with them.
class ModelSection : public QObject {
 public:
  ModelSection(Workshop& workshop, ModelTree& tree, QObject* parent)
      : QObject(parent), m_workshop(workshop), m_tree(tree) {}

  /// Forgets the rows of an emptied tree.
  void forget() { m_heading = nullptr; }
  /// A row by its number; null: there is none.
  QTreeWidgetItem* row(std::size_t number) const {
    return m_heading == nullptr ? nullptr : m_heading->child(static_cast<int>(number));
  }

 protected:
  /// Adds or removes rows at the end. New ones can be selected and have their number as data of `role`.
  void setRowCount(std::size_t count, int role);

  Workshop& m_workshop;
  ModelTree& m_tree;
  QTreeWidgetItem* m_heading = nullptr;
};

}  // namespace texeleton::editor
