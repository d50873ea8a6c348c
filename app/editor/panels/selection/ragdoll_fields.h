#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <functional>

#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/ragdoll_play.h"
#include "app/editor/widgets/folding_section.h"
#include "app/editor/widgets/setting_field.h"

namespace texeleton::editor {

/// The selected bone's part in ragdolls: whether it is a body of its own, its mass, its joint and the joint's range.
/// Shows the values that are found where none are set.
class RagdollFields : public FoldingSection {
  Q_OBJECT

 public:
  RagdollFields(Workshop& workshop, const Selection& selection, RagdollPlay& ragdoll, QWidget* parent = nullptr);

  /// Shows the selected bone; hidden if there is none.
  void refresh();

 private:
  SettingField* addNumber(const QString& text, const char* name, std::optional<double> ragdoll::RagdollBone::*member,
                          const QString& unit, const QString& tip);
  void setJoint(bool isHinge);
  /// An edit of the document, in which an entry without settings is removed.
  void change(const QString& text, const std::function<void(ragdoll::RagdollBone&)>& change);
  std::string bone() const;
  /// The selected bone's body; null: it moves with its parent.
  const ragdoll::RagdollBody* body() const;

  Workshop& m_workshop;
  const Selection& m_selection;
  RagdollPlay& m_ragdoll;
  QFormLayout* m_form = nullptr;
  QLabel* m_problem = nullptr;
  QCheckBox* m_own = nullptr;
  SettingField* m_mass = nullptr;
  QComboBox* m_joint = nullptr;
  SettingField* m_swing = nullptr;
  SettingField* m_twist = nullptr;
  SettingField* m_bendFrom = nullptr;
  SettingField* m_bendTo = nullptr;
  QToolButton* m_reset = nullptr;
};

}  // namespace texeleton::editor
