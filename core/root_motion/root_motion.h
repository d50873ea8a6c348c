#pragma once

#include <glm/glm.hpp>

#include "core/base/index.h"

namespace texeleton::root_motion {

/// The motion removed from a pose: the position of a node along the ground (pack space's X and Z) and, optionally, its
/// turn about +Y and its height. Without a node nothing is removed.
struct RootTaking {
  NodeIndex node;
  bool yaw = false;
  bool height = false;
};

/// Displacement of the model by its root since the start of the cut, as a rigid motion that keeps +Y up:
/// p → Ry(yaw)·p + position. The in-place pose is its inverse times the pose.
struct RootPlacement {
  glm::dvec3 position{0.0};  ///< Metres.
  double cosYaw = 1.0;       ///< The turn about +Y: +Z turns towards +X.
  double sinYaw = 0.0;
};

/// The placement of a root with these world matrices relative to `atStart`. Its turn is the twist about +Y of the
/// rotation between them (swing-twist decomposition), or 0 if that is undefined (turned by 180° about an axis along the
/// ground). Only + − × ÷ √: the same bits on every CPU for the same matrices.
RootPlacement placementOf(const RootTaking& taking, const glm::dmat4& atStart, const glm::dmat4& now);

/// The turn in radians, −π … π. Avoids the C library's arc tangent, whose last digit depends on the CPU.
double yawRadians(const RootPlacement& placement);

glm::dmat4 toMatrix(const RootPlacement& placement);
glm::dmat4 inverseMatrix(const RootPlacement& placement);

}  // namespace texeleton::root_motion
