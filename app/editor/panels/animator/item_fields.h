#pragma once

#include "app/editor/panels/animator/animator_fields.h"
#include "app/editor/view/animator_play.h"

namespace texeleton::editor {

/// The fields of a layer: its mask, its weight and its kind.
class LayerFields : public AnimatorFields {
  Q_OBJECT

 public:
  LayerFields(Workshop& workshop, std::size_t index);

 private:
  void addMask(const animator::SetupLayer& layer);
};

/// The fields of a state: its layer, its clips or blend tree, its speed and loop.
class StateFields : public AnimatorFields {
  Q_OBJECT

 public:
  StateFields(Workshop& workshop, AnimatorPlay& play, std::size_t index);

 private:
  void addLayer(const animator::SetupState& state);
  void addClips(const animator::SetupState& state);

  AnimatorPlay& m_play;
};

/// The fields of a transition: its states, its times and its conditions.
class TransitionFields : public AnimatorFields {
  Q_OBJECT

 public:
  TransitionFields(Workshop& workshop, std::size_t index);

 private:
  void addConditions(const animator::SetupTransition& transition);
};

/// The fields of a parameter: its kind and its values.
class ParameterFields : public AnimatorFields {
  Q_OBJECT

 public:
  ParameterFields(Workshop& workshop, std::size_t index);
};

/// The fields of a limb: its bones, its target and its pole.
class LimbFields : public AnimatorFields {
  Q_OBJECT

 public:
  LimbFields(Workshop& workshop, std::size_t index);
};

/// The fields of a gaze: the node that turns, and its target.
class GazeFields : public AnimatorFields {
  Q_OBJECT

 public:
  GazeFields(Workshop& workshop, std::size_t index);
};

}  // namespace texeleton::editor
