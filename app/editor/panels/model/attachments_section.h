#pragma once

#include <QMenu>

#include "app/editor/panels/model/model_tree.h"

namespace texeleton::editor {

/// The attachments of the Model panel's tree, with their parents or why they are left out. The heading exists while
/// there are any.
class AttachmentsSection : public ModelSection {
  Q_OBJECT

 public:
  using ModelSection::ModelSection;

  /// Shows the attachments of the document; there must be a model.
  void show();
  /// Whether a row belongs to this section; false for null.
  bool has(const QTreeWidgetItem* row) const;
  /// Adds the actions for one of its rows.
  void fillMenu(QMenu& menu, const QTreeWidgetItem& row);
  /// Removes the attachment with this name, and what is attached to it, from the document.
  void remove(const QString& name);

 signals:
  /// The user wants to choose the parent of an attachment.
  void parentAsked(const QString& name);
  /// The user wants to locate missing files.
  void locateAsked();

 private:
  void addHeading();
};

}  // namespace texeleton::editor
