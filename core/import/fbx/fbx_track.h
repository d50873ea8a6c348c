#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "core/import/fbx/fbx_curve.h"
#include "core/import/source_scene.h"

namespace texeleton::importing::fbx {

/// Reduces what follows from some curves to keys between which linear interpolation (slerp for rotations) is right.
class TrackSampler {
 public:
  using Sample = std::vector<double>;

  /// `value` at a time in FBX ticks: components of a vector, of a
  /// quaternion (x, y, z, w) or weights. `euler`: all the angles in degrees that a rotation is made of; nothing for
  /// what is no rotation.
  TrackSampler(double frameTicks, std::function<Sample(double)> value, std::function<Sample(double)> euler = nullptr);

  /// A curve on which the value depends: its keys become keys of the track, and so do those of its repetitions in
  /// `range`, the ticks that are played. False: it repeats too often to be followed.
  bool addCurve(const Curve& curve, const std::pair<double, double>& range = {0.0, 0.0});
  /// Makes sure that the track has a key.
  void addKey(double time);

  /// Adds the track, if any curve had keys.
  void sample(model::TrackTarget target, std::size_t node, std::vector<SourceTrack>& tracks);

  /// The number of keys, a frame of the file apart or more, that the track has beyond those of the curves.
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
