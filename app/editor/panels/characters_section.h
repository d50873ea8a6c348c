#pragma once

#include <QMenu>
#include <QObject>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/model_tree.h"

namespace texeleton::editor {

/// The characters of the Model panel's tree: files that share the model's animation.
class CharactersSection : public QObject {
  Q_OBJECT

 public:
  CharactersSection(Workshop& workshop, ModelTree& tree, QObject* parent);

  /// Adds the heading to the tree.
  void fill();
  /// The tree was emptied.
  void forget() { m_heading = nullptr; }
  /// Shows the characters of the document, and which of them are there.
  void show();
  /// Whether a row is of this section; null is not.
  bool has(const QTreeWidgetItem* row) const;
  /// What can be done with a row that it has.
  void fillMenu(QMenu& menu, const QTreeWidgetItem& row);
  /// Takes the character of a row out of the document, if it is one that may go.
  void remove(const QTreeWidgetItem& row);

 signals:
  /// Files of further characters are to be chosen.
  void charactersAsked();

 private:
  void addUnitMenu(QMenu& menu, const QString& path);
  void setCharacterUnit(const QString& path, std::optional<double> metres);

  Workshop& m_workshop;
  ModelTree& m_tree;
  QTreeWidgetItem* m_heading = nullptr;
};

}  // namespace texeleton::editor
