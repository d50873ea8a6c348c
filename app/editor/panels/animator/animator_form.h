#pragma once

#include <QWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/animator/animator_fields.h"
#include "app/editor/view/animator_play.h"

namespace texeleton::editor {

/// Shows the fields of a layer, state, transition, parameter, limb or gaze.
class AnimatorForm : public QWidget {
  Q_OBJECT

 public:
  AnimatorForm(Workshop& workshop, AnimatorPlay& play, QWidget* parent = nullptr);

  const AnimatorItem& item() const { return m_item; }
  void setItem(const AnimatorItem& item);
  /// The document or the model changed.
  void refresh();

 private:
  const animator::AnimatorSetup* setup() const;
  bool isThere() const { return AnimatorFields::isThere(m_workshop, m_item); }
  void fill();
  QWidget* makeFields();
  QWidget* makeHint() const;

  Workshop& m_workshop;
  AnimatorPlay& m_play;
  AnimatorItem m_item;
  QWidget* m_content = nullptr;
  animator::AnimatorSetup m_shown;  ///< The set-up that the fields show.
  bool m_filled = false;
};

}  // namespace texeleton::editor
