#pragma once

#include <span>
#include <vector>

#include "core/animator/controller.h"

namespace texeleton::animator {

/// Writes the weight of each child of a state for the parameters `x` and `y`: weights ≥ 0 that sum to 1. One dimension:
/// linear between the two neighbours of `x`; beyond the outermost child, that child alone. Two dimensions: gradient
/// bands (R. S. Johansen, Automated Semi-Procedural Animation for Character Locomotion, 2009, section 6.3): for each
/// child the minimum of 1 − ((p − pᵢ)·(pⱼ − pᵢ))/|pⱼ − pᵢ|² over the others, not below 0, normalised to a sum of 1. At
/// a child's own position its weight is 1; weights are continuous everywhere.
void blendWeights(const AnimatorState& state, double x, double y, std::vector<double>& weights);

}  // namespace texeleton::animator
