#pragma once

#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/contacts/feet.h"
#include "core/model/model.h"

namespace texeleton::contacts {

/// Whether a clip continues from its end at its start, so that a foot may be lifted before the end and touch down
/// after.
enum class Wrap { Auto, On, Off };

struct FootstepOptions {
  /// Samples of the feet per second; 0: twice the clip's rate, at least 60.
  double rateHz = 0.0;
  /// Auto: the result of wrapsAround().
  Wrap wrap = Wrap::Auto;
};

/// Whether the clip's metadata marks a loop, or its end pose continues at its start, apart from travel along the ground
/// (continuesAtStart).
bool wrapsAround(const model::Model& model, ClipIndex clip);

/// Returns the touchdowns of feet in a clip, as events in order of time, in seconds of the source clip. A foot touches
/// down when its lowest point, after a fast movement, comes near its lowest height in the clip and is nearly at rest
/// relative to the ground; it counts as a step if the foot was lifted before. Uniform travel, straight or along an arc,
/// is removed first (findTravel), so that a cycle has the same steps in place and while travelling; if the character
/// walks in place, the ground moves with the median velocity of the feet on it. Thresholds have hysteresis and are
/// shares of the foot's own range of height and speed, within bounds of the body's height, following gait analysis
/// (height and speed of heel and toe: O'Connor et al. 2007, "Automatic detection of gait events using kinematic data").
/// The ground is assumed to be level; a foot that stays well above the others' level never touches it. A foot that
/// starts on the ground does not touch down. Empty for clips without length, and if the job is cancelled.
std::vector<model::ClipEvent> findFootsteps(const model::Model& model, ClipIndex clip, std::span<const Foot> feet,
                                            const FootstepOptions& options, JobContext& job);

}  // namespace texeleton::contacts
