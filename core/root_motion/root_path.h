#pragma once

#include <span>
#include <vector>

#include "core/model/model.h"
#include "core/root_motion/root_motion.h"

namespace texeleton::root_motion {

/// The placement at each of `seconds` (of the source clip, ascending), counted from the first. Uses ClipSampler, so
/// that the result is the same on every CPU and matches the baked matrices.
std::vector<RootPlacement> rootPath(const model::Model& model, ClipIndex clip, const RootTaking& taking,
                                    std::span<const double> seconds);

/// The turns of a path in radians, without jumps: each within half a turn of the one before. The first is 0.
std::vector<double> unrolledYaw(std::span<const RootPlacement> path);

}  // namespace texeleton::root_motion
