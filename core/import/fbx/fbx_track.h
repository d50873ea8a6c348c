#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "core/import/fbx/fbx_curve.h"
#include "core/import/source_scene.h"

namespace texeleton::importing::fbx {

/// Samples a function of curves to keys for linear interpolation (slerp for rotations).
class TrackSampler {
 public:
  using Sample = std::vector<double>;

  static Sample of(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
  static Sample of(const glm::dquat& q) { return {q.x, q.y, q.z, q.w}; }

  /// `value` at a time in FBX ticks: components of a vector, of a quaternion (x, y, z, w) or weights. `euler`: all the
  /// Euler angles (degrees) that a rotation is made of; null for other values.
  TrackSampler(double frameTicks, std::function<Sample(double)> value, std::function<Sample(double)> euler = nullptr);

  /// Adds a curve that the value depends on. Its keys, and those of its repetitions in `range` (ticks), become keys of
  /// the track. False: it repeats too often to be followed.
  bool addCurve(const Curve& curve, const std::pair<double, double>& range = {0.0, 0.0});
  /// Adds a key if the track has none.
  void addKey(double time);

  /// Adds the track if it has keys.
  void sample(model::TrackTarget target, std::size_t node, std::vector<SourceTrack>& tracks);

  /// Number of keys added beyond those of the curves, at least a frame apart.
  std::size_t added() const { return m_added; }

 private:
  double largest(const std::vector<double>& times) const;
  bool isFollowed(double from, const Sample& a, double to, const Sample& b) const;
  void refine(SourceTrack& track, double from, const Sample& a, double to, const Sample& b, int depth);

  double m_frame;
  std::function<Sample(double)> m_value;
  std::function<Sample(double)> m_euler;
  std::set<double> m_times, m_jumps;
  bool m_allSteps = true;
  double m_tolerance = 0.0;
  std::size_t m_added = 0;
};

}  // namespace texeleton::importing::fbx
