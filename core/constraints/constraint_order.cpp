#include "core/constraints/constraint_order.h"

#include <algorithm>

#include "core/model/nodes.h"

namespace texeleton::constraints {

namespace {

bool isAtOrAbove(const model::Model& model, NodeIndex above, NodeIndex node) {
  while (node.isValid() && node != above) {
    node = model.nodes[node.value].parent;
  }
  return above.isValid() && node.isValid();
}

bool shareAClip(const Constraint& a, const Constraint& b) {
  return a.clips.empty() || b.clips.empty() || std::ranges::any_of(a.clips, [&b](const auto& clip) {
           return std::ranges::find(b.clips, clip) != b.clips.end();
         });
}

/// Whether a constraint reads world positions, and not only its node's local transform.
bool readsTheWorld(ConstraintType type) { return type != ConstraintType::Orbit && type != ConstraintType::Spin; }

/// Whether `other` moves what `constraint` follows.
bool moves(const model::Model& model, const Constraint& other, const Constraint& constraint) {
  if (!readsTheWorld(constraint.type) || !shareAClip(other, constraint)) {
    return false;
  }
  const NodeIndex moved = model::nodeCalled(model, other.node);
  const NodeIndex node = model::nodeCalled(model, constraint.node);
  const NodeIndex target = model::nodeCalled(model, constraint.target);
  return moved.isValid() && moved != node && (isAtOrAbove(model, moved, node) || isAtOrAbove(model, moved, target));
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> firstTooEarly(const model::Model& model,
                                                                 std::span<const Constraint> constraints) {
  for (std::size_t early = 0; early < constraints.size(); ++early) {
    for (std::size_t late = early + 1; late < constraints.size(); ++late) {
      if (moves(model, constraints[late], constraints[early])) {
        return std::pair(early, late);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::vector<std::size_t>> sortedOrder(const model::Model& model,
                                                    std::span<const Constraint> constraints) {
  std::vector<std::size_t> order;
  std::vector<std::size_t> waiting(constraints.size());
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    waiting[i] = i;
  }
  while (!waiting.empty()) {
    const auto next = std::ranges::find_if(waiting, [&](std::size_t candidate) {
      return std::ranges::none_of(waiting, [&](std::size_t other) {
        const bool isEarlierOfNode = other < candidate && constraints[other].node == constraints[candidate].node;
        return other != candidate && (isEarlierOfNode || moves(model, constraints[other], constraints[candidate]));
      });
    });
    if (next == waiting.end()) {
      return std::nullopt;
    }
    order.push_back(*next);
    waiting.erase(next);
  }
  return order;
}

}  // namespace texeleton::constraints
