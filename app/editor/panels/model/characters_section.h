#pragma once

#include <QMenu>
#include <optional>

#include "app/editor/panels/model/model_tree.h"

namespace texeleton::editor {

/// The characters of the Model panel's tree: files that share the model's animation.
class CharactersSection : public ModelSection {
  Q_OBJECT

 public:
  using ModelSection::ModelSection;

  /// Adds the heading to the tree.
  void fill();
  /// Shows the characters of the document and whether their files exist.
  void show();
  /// Whether a row belongs to this section; false for null.
  bool has(const QTreeWidgetItem* row) const;
  /// Adds the actions for one of its rows.
  void fillMenu(QMenu& menu, const QTreeWidgetItem& row);
  /// Removes the character of a row from the document, if allowed.
  void remove(const QTreeWidgetItem& row);

 signals:
  /// The user wants to choose files of further characters.
  void charactersAsked();

 private:
  void addUnitMenu(QMenu& menu, const QString& path);
  void setCharacterUnit(const QString& path, std::optional<double> metres);
};

}  // namespace texeleton::editor
