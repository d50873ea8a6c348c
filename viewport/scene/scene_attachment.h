#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>

#include "core/model/model.h"

namespace texeleton {

/// A model that hangs on every instance of a scene.
struct SceneAttachment {
  /// Rigid: one node, all vertices where they are (frozenAtRest() in core/pipeline/attach_models.h).
  std::shared_ptr<const Model> model;
  std::uint32_t socket = 0;     ///< Of the animation: what moves it where the texture poses.
  NodeIndex node;               ///< Of the skeleton's model: what moves it where the skeleton does.
  glm::dmat4 inverseBind{1.0};  ///< Of that node; with its world matrix it gives what moves the bind pose.
  glm::mat4 place{1.0f};        ///< Of the model in the bind pose, in pack space.
};

}  // namespace texeleton
