#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <array>
#include <string>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/number_field.h"

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
  explicit AttachmentFields(Workshop& workshop, QWidget* parent = nullptr);

  /// Shows the document's values.
  void showHanging(const Hanging& chosen);

 signals:
  /// The user wants to locate the missing file.
  void locateAsked();

 private:
  QWidget* makeMissing();
  void showPlaces();
  void hangOn(int choice);
  transform::Transform local() const;
  void setLocal(const transform::Transform& local, const QString& edit);
  void setMerged(bool merged);
  void typed();
  template <class Change>
  void setAttachment(const QString& edit, const Change& change);

  Workshop& m_workshop;
  Hanging m_chosen;
  QWidget* m_missing = nullptr;
  QComboBox* m_on = nullptr;
  std::array<NumberField*, 9> m_numbers{};  ///< Position, rotation, scale.
  QCheckBox* m_merge = nullptr;
};

}  // namespace texeleton::editor
