#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/animation/point_sampler.h"
#include "core/base/result.h"
#include "core/root_motion/in_place_pose.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::viewport {

/// Evaluates all vertices of a character as its source clips move them and as vertex mode bakes them: points of caches
/// and dual quaternion skins, morph targets, and every influence. Not thread-safe.
class SourceVertices {
 public:
  /// `skeleton` must outlive it.
  explicit SourceVertices(const Skeleton& skeleton);

  /// Writes the vertices of a clip of the pack at `seconds` of its source, for which `pose` has been evaluated:
  /// kSkinnedVertexWords each. Errors: those of PointCache::read.
  Result<void> evaluate(std::uint32_t clip, double seconds, const root_motion::InPlacePose& pose,
                        std::span<std::uint32_t> out);

 private:
  glm::vec3 morphed(const model::MeshPart& part, std::uint32_t vertex, const root_motion::InPlacePose& pose,
                    glm::vec3& normal) const;

  const Skeleton& m_skeleton;
  std::optional<animation::PointSampler> m_points;
  animation::PointSampler::Scratch m_scratch;
  std::uint32_t m_clip = 0;  ///< The clip that m_points samples.
};

/// Blends skinned vertices: `share` of `b`, the rest of `a`. Into `b`.
void blendVertices(std::span<const std::uint32_t> a, std::span<std::uint32_t> b, float share);

}  // namespace texeleton::viewport
