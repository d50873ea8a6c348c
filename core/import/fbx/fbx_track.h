#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <set>
#include <vector>

#include "core/import/fbx/fbx_curve.h"
#include "core/import/source_scene.h"

namespace texeleton::importing::fbx {

/// Reduces what follows from some curves to keys between which linear interpolation (slerp for rotations) is right.
class TrackSampler {
 public:
  using Sample = std::vector<double>;

  /// `value` at a time in FBX ticks: components of a vector, of a quaternion (x, y, z, w) or weights. `euler`: the
  /// angles behind a rotation in degrees; nothing for what is no rotation.
  TrackSampler(double frameTicks, std::function<Sample(double)> value,
               std::function<glm::dvec3(double)> euler = nullptr);

  /// A curve on which the value depends: its keys become keys of the track.
  void addCurve(const Curve& curve);

  /// Adds the track, if any curve had keys.
  void sample(model::TrackTarget target, std::size_t node, std::vector<SourceTrack>& tracks);

  /// The number of keys, a frame of the file apart or more, that the track has beyond those of the curves.
  std::size_t added() const { return m_added; }

 private:
  double range(const std::vector<double>& times) const;
  bool isFollowed(double from, const Sample& a, double to, const Sample& b) const;
  void refine(SourceTrack& track, double from, const Sample& a, double to, const Sample& b, int depth);

  double m_frame;
  std::function<Sample(double)> m_value;
  std::function<glm::dvec3(double)> m_euler;
  std::set<double> m_times, m_jumps;
  bool m_allSteps = true;
  double m_tolerance = 0.0;
  std::size_t m_added = 0;
};

}  // namespace texeleton::importing::fbx
