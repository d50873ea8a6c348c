#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <filesystem>
#include <string>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/attachment_fields.h"
#include "app/editor/panels/panel.h"
#include "app/editor/view/viewport_area.h"

namespace texeleton::editor {

/// What hangs on the character: sockets with their offsets, and models on sockets, nodes and one another, as a tree.
/// The chosen one's numbers are edited here; in the viewport the gizmo moves it.
class AttachmentsPanel : public Panel {
  Q_OBJECT

 public:
  AttachmentsPanel(Workshop& workshop, Selection& selection, ViewportArea& viewport, QWidget* parent = nullptr);

  /// Hangs a model on what is chosen: a socket or an attachment of the tree, else the selected bone, else the first
  /// socket, else the root.
  void attach(const std::filesystem::path& file);
  /// Chooses the attachment of that name; false: there is none.
  bool showNamed(const QString& name);

 signals:
  /// A model is to be chosen and given to attach().
  void attachAsked();
  /// A file is missing: the user wants to say where it is.
  void locateAsked();

 protected:
  void themeChanged() override { showAll(); }
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void remove();
  void rename(QTreeWidgetItem* item);
  void showAll();
  void addChildren(QTreeWidgetItem* parent, const std::string& attachment);
  QTreeWidgetItem* addAttachment(QTreeWidgetItem* parent, const recipe::RecipeAttachment& attachment);
  QWidget* makeDetails();
  void choose();
  void showChosen();
  void aim();

  Workshop& m_workshop;
  Selection& m_selection;
  ViewportArea& m_viewport;
  QTreeWidget* m_tree = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_details = nullptr;  ///< Of what is chosen.
  AttachmentFields* m_fields = nullptr;
  QPushButton* m_remove = nullptr;
  Hanging m_chosen;
  bool m_showing = false;
};

}  // namespace texeleton::editor
