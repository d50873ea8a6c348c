#pragma once

#include "app/editor/panels/animator/animator_fields.h"
#include "app/editor/view/animator_play.h"

namespace texeleton::editor {

/// The fields of a state: its layer, its clips or blend tree, its speed and loop.
class StateFields : public AnimatorFields {
  Q_OBJECT

 public:
  StateFields(Workshop& workshop, AnimatorPlay& play, std::size_t index, QWidget* parent = nullptr);

 private:
  void addLayer(const animator::SetupState& state);
  void addClips(const animator::SetupState& state);

  AnimatorPlay& m_play;
};

}  // namespace texeleton::editor
