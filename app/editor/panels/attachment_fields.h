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

/// What is chosen of that which hangs on the character.
struct Hanging {
  enum class Kind { None, Socket, Attachment } kind = Kind::None;
  std::string name;  ///< Of the attachment; of the socket's node.

  friend bool operator==(const Hanging&, const Hanging&) = default;
};

/// The attachment that is chosen; null where none is.
const recipe::RecipeAttachment* chosenAttachment(const recipe::Recipe& recipe, const Hanging& chosen);

/// One socket or attachment in fields: what it hangs on, where, and whether its triangles are merged. Each change is an
/// edit of the document.
class AttachmentFields : public QWidget {
  Q_OBJECT

 public:
  explicit AttachmentFields(Workshop& workshop, QWidget* parent = nullptr);

  /// Shows what the document says of it.
  void showHanging(const Hanging& chosen);

 signals:
  /// Its file is missing: the user wants to say where it is.
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
