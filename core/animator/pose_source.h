#pragma once

#include <span>
#include <vector>

#include "core/animation/local_pose.h"
#include "core/animator/controller.h"

namespace texeleton {

/// Internal to core/animator: what one state shows, at a share of its length.
class StatePose {
 public:
  StatePose(const Model& model, const AnimatorState& state);

  /// Seconds of once through, at a value of the blend parameter; 0 where the clips have no length.
  double lengthSeconds(double parameter) const;
  /// Writes the pose at `fraction` of the length, in [0, 1]. `scratch` is a pose of the same model, overwritten.
  void evaluate(double fraction, double parameter, const LocalPose& rest, LocalPose& out, LocalPose& scratch);

 private:
  struct Neighbours {
    std::size_t first = 0;
    double toSecond = 0.0;  ///< 0: only the first shows.
  };
  Neighbours neighbours(double parameter) const;
  double clipLength(std::size_t child) const { return m_samplers[child].clip()->lengthSeconds; }
  void sample(std::size_t child, double fraction, const LocalPose& rest, LocalPose& out);

  const AnimatorState* m_state;
  std::vector<LocalSampler> m_samplers;  // one per child
};

}  // namespace texeleton
