#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/panels/sockets/attachment_fields.h"
#include "app/editor/view/viewport_area.h"

namespace texeleton::editor {

/// Sockets with their offsets, and models attached to sockets, nodes and one another, as a tree. The selected item's
/// numbers are edited here; the gizmo moves it in the viewport.
class AttachmentsPanel : public Panel {
  Q_OBJECT

 public:
  AttachmentsPanel(Workshop& workshop, Selection& selection, ViewportArea& viewport, QWidget* parent = nullptr);

  /// Attaches a model to the selected socket or attachment of the tree, else to the selected bone, else to the first
  /// socket, else to the root.
  void attach(const std::filesystem::path& file);
  /// Selects the attachment with this name; returns false if there is none.
  bool showNamed(const QString& name);
  /// The same, and puts the keyboard focus on the list of its parents.
  void chooseParent(const QString& name);

 signals:
  /// The user wants to choose a model for attach().
  void attachAsked();
  /// The user wants to locate a missing file.
  void locateAsked();

 protected:
  void themeChanged() override { showAll(); }
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void remove();
  void rename(QTreeWidgetItem* item);
  void showAll();
  void addAttachment(QTreeWidgetItem* parent, const recipe::RecipeAttachment& attachment);
  QWidget* makeDetails();
  void choose();
  void showChosen();
  std::unique_ptr<viewport::Movable> movable();
  void aim();

  Workshop& m_workshop;
  Selection& m_selection;
  ViewportArea& m_viewport;
  QTreeWidget* m_tree = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_details = nullptr;  ///< Fields of the selected item.
  AttachmentFields* m_fields = nullptr;
  QPushButton* m_remove = nullptr;
  Hanging m_chosen;
  std::map<std::string, Message> m_leftOut;      ///< Why attachments are left out.
  std::set<std::string> m_listed;                ///< Attachments in the tree.
  std::unique_ptr<viewport::Movable> m_movable;  ///< The chosen item, for its fields.
  bool m_showing = false;
};

}  // namespace texeleton::editor
