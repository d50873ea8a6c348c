#pragma once

#include "app/editor/panels/animator/animator_fields.h"

namespace texeleton::editor {

/// The fields of a gaze: the node that turns, and its target.
class GazeFields : public AnimatorFields {
  Q_OBJECT

 public:
  GazeFields(Workshop& workshop, std::size_t index, QWidget* parent = nullptr);
};

}  // namespace texeleton::editor
