#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/constraints/constraint.h"
#include "core/model/model.h"

namespace texeleton::constraints {

/// The first constraint that is applied before one that moves what it depends on (its target, or an ancestor of the
/// target or of its own node) in a common clip. Indices: the constraint applied too early, then the other. Nothing if
/// there is none.
std::optional<std::pair<std::size_t, std::size_t>> firstTooEarly(const model::Model& model,
                                                                 std::span<const Constraint> constraints);

/// The indices of the constraints in an order without such pairs, as close to the given order as possible; constraints
/// of one node keep their order. Nothing if the dependencies are cyclic.
std::optional<std::vector<std::size_t>> sortedOrder(const model::Model& model, std::span<const Constraint> constraints);

}  // namespace texeleton::constraints
