#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"

namespace texeleton::ragdoll {

/// Blends two poses of a model relative to each node's parent: rotations along the shorter arc, scales and positions
/// linearly. `toB` in [0, 1]. All are world matrices of all nodes; `out` may be one of the others.
void mixPoses(const model::Model& model, std::span<const glm::dmat4> a, std::span<const glm::dmat4> b, double toB,
              std::vector<glm::dmat4>& out);

/// The weight of the animation in a blend to a ragdoll, `seconds` after the fall began: 1 at the start, linear to 0 at
/// `blendSeconds`; 0 if that is 0.
double animationShare(double seconds, double blendSeconds);

/// Skin matrices of a pose.
void skinOf(const model::Model& model, std::span<const glm::dmat4> worlds, std::vector<glm::dmat4>& skin);

}  // namespace texeleton::ragdoll
