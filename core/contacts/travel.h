#pragma once

#include <glm/glm.hpp>

#include "core/model/model.h"

namespace texeleton {

/// How a body is carried through a clip at an even pace: along a line or round an arc, on the ground.
struct Travel {
  double startSeconds = 0.0;
  glm::dvec3 velocity{0.0};           ///< Metres a second; 0 where it goes round.
  double turnRadiansPerSecond = 0.0;  ///< About +Y, +Z towards +X, and about `centre`.
  glm::dvec3 centre{0.0};

  bool isNone() const { return velocity == glm::dvec3(0.0) && turnRadiansPerSecond == 0.0; }
  /// What takes the travel since the start out of a pose, as if the body had stayed where it began.
  glm::dmat4 takenOutAt(double seconds) const;
};

/// The travel of a clip's body (the mean of the nodes that move its mesh, of all nodes where there is none) between its
/// first and its last pose, whose turn is that which fits the poses best (Procrustes). None where it goes less than a
/// tenth of the body's height, or too unevenly to be called a pace.
Travel findTravel(const Model& model, ClipIndex clip);

}  // namespace texeleton
