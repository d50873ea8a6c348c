#pragma once

#include <QMenu>
#include <cstddef>
#include <functional>
#include <optional>

#include "app/editor/document/selection.h"
#include "app/editor/document/variant_edit.h"
#include "app/editor/panels/model/meshes_section.h"
#include "app/editor/panels/model/model_tree.h"

namespace texeleton::editor {

/// The variants of the Model panel's tree: the document's own, then one for each character.
class VariantsSection : public ModelSection {
  Q_OBJECT

 public:
  VariantsSection(Workshop& workshop, Selection& selection, ModelTree& tree, const MeshesSection& meshes,
                  QObject* parent);

  /// Adds the heading to the tree.
  void fill();
  /// Shows the variants of the document.
  void show();
  /// The document's variant of a row.
  std::optional<std::size_t> ownVariant(const QTreeWidgetItem& row) const;
  /// Selects the document's last variant.
  void goToLast();
  /// Adds the actions for a row of the document's variants.
  void fillMenu(QMenu& menu, const QTreeWidgetItem& row);

  /// Changes the document's variants as one edit.
  void change(const QString& text, const std::function<void(VariantEdit&)>& how);
  /// Renames the variant of a row to the row's current text. Deferred, because the tree is emitting the change.
  void renameSoon(const QTreeWidgetItem& row);
  /// Removes the variant of a row, if it is one of the document.
  void remove(const QTreeWidgetItem& row);

 signals:
  /// The edit is impossible, with the reason.
  void refused(const QString& why);

 private:
  void rename(int number, const QString& name);

  Selection& m_selection;
  const MeshesSection& m_meshes;
};

}  // namespace texeleton::editor
