#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/constraints/constraint.h"
#include "core/model/model.h"

namespace texeleton::constraints {

/// The first constraint that acts before one that moves what it follows: its target, an ancestor of the target or of
/// its own node, in a common clip. Both numbers count from 0; the one that acts too early is first. Nothing if there is
/// none.
std::optional<std::pair<std::size_t, std::size_t>> firstTooEarly(const model::Model& model,
                                                                 std::span<const Constraint> constraints);

/// The numbers of the constraints in an order without such pairs, as near to the given order as possible; constraints
/// of one node keep their order. Nothing if constraints follow each other in a circle.
std::optional<std::vector<std::size_t>> sortedOrder(const model::Model& model, std::span<const Constraint> constraints);

}  // namespace texeleton::constraints
