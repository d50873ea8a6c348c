#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document/clip_names.h"
#include "app/editor/document/document.h"
#include "app/editor/widgets/number_field.h"
#include "core/recipe/recipe.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Edits layer masks: root bones, softness, and weights of single bones. Works on a copy, which the caller uses if the
/// dialog is accepted.
class MaskDialog : public QDialog {
  Q_OBJECT

 public:
  /// `bones`: of the bake. `used`: names of the masks of layers; may be empty. `chosen`: the mask that is shown first.
  MaskDialog(std::vector<vat::BakedBone> bones, std::vector<recipe::RecipeMask> masks, std::vector<std::string> used,
             const std::string& chosen, QWidget* parent = nullptr);

  const std::vector<recipe::RecipeMask>& masks() const { return m_masks; }
  /// The masks that have another name now.
  Renamed renamed() const;
  /// The name of the shown mask if it is a new one; otherwise empty.
  std::string shownNew() const;

 protected:
  /// Enter ends the input in a field without closing the dialog.
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum Column { Bone, Begins, Weight };

  void makeTree();
  QWidget* makePainting();
  void add();
  void remove();
  void rename();
  void itemChanged(QTreeWidgetItem* item, int column);
  /// Sets the weight of the selected bones; nothing: removes it.
  void paint(std::optional<double> weight, bool below);
  void setWeight(const std::string& bone, std::optional<double> weight);
  void showMasks(std::size_t shown);
  void showMask();
  recipe::RecipeMask* mask();

  const std::vector<vat::BakedBone> m_bones;
  std::vector<recipe::RecipeMask> m_masks;
  std::vector<std::string> m_namesBefore;  ///< One a mask; empty: it is new.
  const std::vector<std::string> m_used;
  std::vector<QTreeWidgetItem*> m_items;  ///< One a bone.
  QComboBox* m_choice = nullptr;
  QLineEdit* m_name = nullptr;
  NumberField* m_softened = nullptr;
  QTreeWidget* m_tree = nullptr;
  NumberField* m_weight = nullptr;
  QWidget* m_painting = nullptr;
  QLabel* m_problem = nullptr;
  QLabel* m_note = nullptr;
  QPushButton* m_remove = nullptr;
  QPushButton* m_accept = nullptr;
  bool m_isShowing = false;
};

/// Edits the document's masks: as one undo step, in which `also` may make further changes to the next state. `chosen`:
/// the mask that is shown first.
void editMasks(Document& document, const std::vector<vat::BakedBone>& bones, const std::string& chosen, QWidget* parent,
               const std::function<void(DocumentState&, const MaskDialog&)>& also = {});

}  // namespace texeleton::editor
