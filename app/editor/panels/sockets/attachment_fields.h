#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <string>

#include "app/editor/document/attachment_edit.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/transform_fields.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// The selected socket or attachment.
struct Hanging {
  enum class Kind { None, Socket, Attachment } kind = Kind::None;
  std::string name;  ///< Name of the attachment, or of the socket's node.

  friend bool operator==(const Hanging&, const Hanging&) = default;
};

/// The selected attachment; null if there is none.
const recipe::RecipeAttachment* chosenAttachment(const recipe::Recipe& recipe, const Hanging& chosen);

/// Fields of one socket or attachment: its parent, or why it is left out, its placement, and whether its triangles are
/// merged. Each change is an edit of the document.
class AttachmentFields : public QWidget {
  Q_OBJECT

 public:
  AttachmentFields(Workshop& workshop, GizmoControl& gizmo, const viewport::RhiWindow& window,
                   QWidget* parent = nullptr);

  /// Shows the document's values.
  void showHanging(const Hanging& chosen);
  TransformFields& transform() { return *m_transform; }
  /// Puts the keyboard focus on the list of parents.
  void chooseParent();

 signals:
  /// The user wants to locate the missing file.
  void locateAsked();

 private:
  QWidget* makeMissing();
  void showPlaces();
  void hangOn(int choice);
  transform::Transform atSamePlace(const recipe::RecipeAttachment& before, const AttachmentParent& parent) const;
  void setMerged(bool merged);
  template <class Change>
  void setAttachment(const QString& edit, const Change& change);

  Workshop& m_workshop;
  const viewport::RhiWindow& m_window;
  Hanging m_chosen;
  QWidget* m_missing = nullptr;
  QLabel* m_problem = nullptr;
  QComboBox* m_on = nullptr;
  QCheckBox* m_keepsPlace = nullptr;
  TransformFields* m_transform = nullptr;
  QCheckBox* m_merge = nullptr;
};

}  // namespace texeleton::editor
