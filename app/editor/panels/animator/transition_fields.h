#pragma once

#include "app/editor/panels/animator/animator_fields.h"

namespace texeleton::editor {

/// The fields of a transition: its states, its times and its conditions.
class TransitionFields : public AnimatorFields {
  Q_OBJECT

 public:
  TransitionFields(Workshop& workshop, std::size_t index, QWidget* parent = nullptr);

 private:
  void addConditions(const animator::SetupTransition& transition);
};

}  // namespace texeleton::editor
