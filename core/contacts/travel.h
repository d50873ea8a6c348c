#pragma once

#include <glm/glm.hpp>

#include "core/model/model.h"

namespace texeleton::contacts {

/// The travel of a body through a clip at an even pace: along a line or round an arc, on the ground. On an arc it turns
/// along, or keeps facing one way. Turns are about +Y, +Z towards +X.
struct Travel {
  double startSeconds = 0.0;
  glm::dvec3 velocity{0.0};            ///< Metres per second along a line; 0 on an arc.
  glm::dvec3 centre{0.0};              ///< Centre of the arc.
  glm::dvec3 arm{0.0};                 ///< From the centre to the start; 0 on a line.
  double orbitRadiansPerSecond = 0.0;  ///< Angular velocity along the arc.
  double turnRadiansPerSecond = 0.0;   ///< Angular velocity of the body.

  /// Returns the motion that removes the travel since the start from a pose, as if the body had stayed at its start.
  glm::dmat4 takenOutAt(double seconds) const;
};

/// The travel of a clip's body (the mean of the nodes that move its mesh, or of all nodes without a mesh) between its
/// first and its last pose. The turn is the best fit of the poses (Procrustes); for an arc it is the body's or, if that
/// fits the path much better, that of the direction of movement. None if the travel is less than a tenth of the body's
/// height, or too uneven to be a pace.
Travel findTravel(const model::Model& model, ClipIndex clip);

}  // namespace texeleton::contacts
