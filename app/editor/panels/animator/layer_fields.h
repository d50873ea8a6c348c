#pragma once

#include "app/editor/panels/animator/animator_fields.h"

namespace texeleton::editor {

/// The fields of a layer: its mask, its weight and its kind.
class LayerFields : public AnimatorFields {
  Q_OBJECT

 public:
  LayerFields(Workshop& workshop, std::size_t index, QWidget* parent = nullptr);

 private:
  void addMask(const animator::SetupLayer& layer);
};

}  // namespace texeleton::editor
