#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace texeleton::test {

/// The position of a foot over time.
using FootMotion = std::function<glm::dvec3(double seconds)>;

/// A stick figure 1.8 m tall without mesh: 0 "root", 1 "head", 2 "foot.l" at x = 0.1, 3 "toe.l" 0.2 m in front of it, 4
/// "foot.r" at x = -0.1, 5 "toe.r". One clip "Move" with these motions of the feet (`keyRateHz` linear keys per
/// second).
model::Model makeWalker(const FootMotion& left, const FootMotion& right, double startSeconds, double lengthSeconds,
                        double keyRateHz = 120.0);

/// A foot that is on the ground for `duty` of each period, from whole period + `touchDown` on, and in the air for the
/// rest, at height `lift`·sin; from stride/2 to -stride/2 along Z on the ground and back in the air. With `travels` the
/// body moves along so that the foot is stationary on the ground.
struct Gait {
  double period = 1.0;
  double touchDown = 0.0;
  double duty = 0.6;
  double stride = 0.6;
  double lift = 0.1;
  bool travels = false;
};
FootMotion stepping(const Gait& gait, double x);

/// Moves the whole figure: its root travels `metresPerSecond` and turns `degreesPerSecond` to its left (about +Y),
/// starting where it is, facing +Z. With `facesOneWay` it takes the same path, but keeps facing +Z.
void carry(model::Model& walker, double metresPerSecond, double degreesPerSecond, bool facesOneWay = false);

}  // namespace texeleton::test
