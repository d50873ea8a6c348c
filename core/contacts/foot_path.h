#pragma once

#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/contacts/feet.h"
#include "core/contacts/travel.h"

namespace texeleton::contacts {

/// The path of one foot through a clip, sample by sample.
struct FootPath {
  std::vector<double> height;        ///< Metres, of the lowest of the foot's points.
  std::vector<double> boneHeight;    ///< Metres, of the foot's bone.
  std::vector<glm::dvec3> velocity;  ///< Metres per second, of the lowest point from this sample to the next.
};

/// Feet at even times of a clip: sample i is at startSeconds + i·stepSeconds; the clip's end is not a sample.
struct FootPaths {
  double startSeconds = 0.0;
  double stepSeconds = 0.0;
  std::vector<FootPath> feet;
};

/// Samples feet through a clip of non-zero length, about `rateHz` times a second (fewer in clips of hours), with
/// `travel` removed, as if the body stayed at its start. Empty if the job is cancelled.
FootPaths followFeet(const model::Model& model, ClipIndex clip, std::span<const Foot> feet, const Travel& travel,
                     double rateHz, JobContext& job);

/// The horizontal velocity of the ground for a character with these feet: zero if it stands, that of the feet on the
/// ground if it walks. Median over all samples of a foot at most `band` metres above its lowest.
glm::dvec3 groundVelocity(const FootPaths& paths, double band);

}  // namespace texeleton::contacts
