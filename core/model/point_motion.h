#pragma once

#include <glm/glm.hpp>
#include <span>

namespace texeleton::model {

/// Points of a mesh that are computed at any time, instead of read from a cache.
class PointMotion {
 public:
  PointMotion() = default;
  PointMotion(const PointMotion&) = delete;
  PointMotion& operator=(const PointMotion&) = delete;
  virtual ~PointMotion() = default;

  /// Writes the points at `seconds` of the source clip, in the space of PointTrack::toPack. Any thread.
  virtual void evaluate(double seconds, std::span<glm::vec3> points) const = 0;
};

}  // namespace texeleton::model
