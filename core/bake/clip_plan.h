#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Decides what is baked: which cuts of which clips, their names (unique), rates, frames, loop flags and events. Bounds
/// and errors are left empty. Events outside a cut are dropped with an Issue. Errors: InvalidArgument (no clips,
/// unknown clip, empty range, bad rate), Limit (more than 65,535 frames in a clip; suggests a rate or length).
Result<std::vector<vat::BakedClip>> planClips(const model::Model& model, const BakeSettings& settings, JobContext& job);

/// Seconds of the source clip that a frame shows, counted from the clip's first; n + 0.5 lies half-way to the next.
/// The frame after the last of a looping clip is its end.
double sourceSeconds(const vat::BakedClip& clip, double frame);

/// round(x) = floor(x + ½) of length × rate, the number of frames; at least 1.
double wholeSteps(double lengthSeconds, double sampleRateHz);

/// A number for a message: at most six digits, no needless zeros.
std::string shortNumber(double value);
/// The same, rounded down, so that a suggested value fits.
std::string shortNumberBelow(double value);
/// A count with thousands separated: "65,535".
std::string groupedCount(double count);

}  // namespace texeleton::bake
