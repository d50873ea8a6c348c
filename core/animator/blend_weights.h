#pragma once

#include <span>
#include <vector>

#include "core/animator/controller.h"

namespace texeleton::animator {

/// Writes how much each child of a state counts where its parameters are `x` and `y`: weights ≥ 0 that sum to 1. One
/// dimension: the two neighbours of `x`, linearly; beyond the outermost, that one alone. Two dimensions: gradient bands
/// (R. S. Johansen, Automated Semi-Procedural Animation for Character Locomotion, 2009, section 6.3): for each child
/// the least of 1 − ((p − pᵢ)·(pⱼ − pᵢ))/|pⱼ − pᵢ|² over the others, not below 0, made to sum to 1. At a child's own
/// place that child counts alone, and weights are continuous everywhere.
void blendWeights(const AnimatorState& state, double x, double y, std::vector<double>& weights);

}  // namespace texeleton::animator
