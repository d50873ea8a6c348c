#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <string>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/transform_fields.h"

namespace texeleton::editor {

/// The selected socket or attachment.
struct Hanging {
  enum class Kind { None, Socket, Attachment } kind = Kind::None;
  std::string name;  ///< Name of the attachment, or of the socket's node.

  friend bool operator==(const Hanging&, const Hanging&) = default;
};

/// The selected attachment; null if there is none.
const recipe::RecipeAttachment* chosenAttachment(const recipe::Recipe& recipe, const Hanging& chosen);

/// Fields of one socket or attachment: its parent, its placement, and whether its triangles are merged. Each change is
/// an edit of the document.
class AttachmentFields : public QWidget {
  Q_OBJECT

 public:
  AttachmentFields(Workshop& workshop, GizmoControl& gizmo, QWidget* parent = nullptr);

  /// Shows the document's values.
  void showHanging(const Hanging& chosen);
  TransformFields& transform() { return *m_transform; }

 signals:
  /// The user wants to locate the missing file.
  void locateAsked();

 private:
  QWidget* makeMissing();
  void showPlaces();
  void hangOn(int choice);
  void setMerged(bool merged);
  template <class Change>
  void setAttachment(const QString& edit, const Change& change);

  Workshop& m_workshop;
  Hanging m_chosen;
  QWidget* m_missing = nullptr;
  QComboBox* m_on = nullptr;
  TransformFields* m_transform = nullptr;
  QCheckBox* m_merge = nullptr;
};

}  // namespace texeleton::editor
