#pragma once

#include "app/editor/panels/animator/animator_fields.h"

namespace texeleton::editor {

/// The fields of a limb: its bones, its target and its pole.
class LimbFields : public AnimatorFields {
  Q_OBJECT

 public:
  LimbFields(Workshop& workshop, std::size_t index, QWidget* parent = nullptr);
};

}  // namespace texeleton::editor
