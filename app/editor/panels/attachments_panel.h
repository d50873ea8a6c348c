#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <array>
#include <filesystem>
#include <string>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/panel.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/controls.h"

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
  /// What an item of the tree is.
  enum class Kind { None, Socket, Attachment };
  struct Chosen {
    Kind kind = Kind::None;
    std::string name;  ///< Of the attachment; of the socket's node.

    friend bool operator==(const Chosen&, const Chosen&) = default;
  };

  void remove();
  void rename(QTreeWidgetItem* item);
  void showAll();
  void addChildren(QTreeWidgetItem* parent, const std::string& attachment);
  QTreeWidgetItem* addAttachment(QTreeWidgetItem* parent, const recipe::RecipeAttachment& attachment);
  void choose();
  void showChosen();
  void showPlaces();
  void hangOn(int choice);
  void setLocal(const transform::Transform& local, const QString& text);
  void typed();
  void aim();
  QWidget* makeNumbers();
  QWidget* makeGizmo();
  void showGizmo();
  const recipe::RecipeAttachment* chosenAttachment() const;
  transform::Transform chosenLocal() const;

  Workshop& m_workshop;
  Selection& m_selection;
  ViewportArea& m_viewport;
  QTreeWidget* m_tree = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_details = nullptr;
  QComboBox* m_on = nullptr;
  std::array<NumberField*, 9> m_numbers{};  ///< Position, rotation, scale.
  QCheckBox* m_merge = nullptr;
  QWidget* m_missing = nullptr;
  QLabel* m_missingText = nullptr;
  QPushButton* m_remove = nullptr;
  Segmented* m_mode = nullptr;
  QComboBox* m_space = nullptr;
  QComboBox* m_pivot = nullptr;
  Chosen m_chosen;
  bool m_showing = false;
};

}  // namespace texeleton::editor
