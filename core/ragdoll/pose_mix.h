#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"

namespace texeleton::ragdoll {

/// A pose between two of a model: each node's turn and scale towards its parent along the shorter way, its place
/// towards its parent in a line. `toB` in [0, 1]. All are world matrices of all nodes; `out` may be one of the others.
void mixPoses(const model::Model& model, std::span<const glm::dmat4> a, std::span<const glm::dmat4> b, double toB,
              std::vector<glm::dmat4>& out);

/// The share that the animation has in a pose while a ragdoll takes over from it, `seconds` after the fall began: 1 at
/// the start, 0 from `blendSeconds` on, even between; 0 where it takes no time.
double animationShare(double seconds, double blendSeconds);

/// Skin matrices of a pose.
void skinOf(const model::Model& model, std::span<const glm::dmat4> worlds, std::vector<glm::dmat4>& skin);

}  // namespace texeleton::ragdoll
