#pragma once

#include "app/editor/panels/animator/animator_fields.h"

namespace texeleton::editor {

/// The fields of a parameter: its kind and its values.
class ParameterFields : public AnimatorFields {
  Q_OBJECT

 public:
  ParameterFields(Workshop& workshop, std::size_t index, QWidget* parent = nullptr);
};

}  // namespace texeleton::editor
