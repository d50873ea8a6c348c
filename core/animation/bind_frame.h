#pragma once

#include <glm/glm.hpp>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton::animation {

/// The matrix of a node in the bind pose, or in the rest pose if it moves no vertex; in pack space.
glm::dmat4 bindFrame(const model::Model& model, NodeIndex node);

}  // namespace texeleton::animation
