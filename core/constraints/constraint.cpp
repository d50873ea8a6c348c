#include "core/constraints/constraint.h"

#include <algorithm>

#include "core/model/nodes.h"

namespace texeleton::constraints {

namespace {

using Field = ConstraintField;
using Kind = Field::Kind;
using Unit = Field::Unit;

constexpr double kFar = 1e6;
constexpr double kFullTurnDegrees = 360.0;

constexpr Field number(const char* key, Unit unit, double Constraint::*member, double least, double most) {
  Field field;
  field.key = key;
  field.unit = unit;
  field.least = least;
  field.most = most;
  field.number = member;
  return field;
}

constexpr Field vector(const char* key, Unit unit, glm::dvec3 Constraint::*member, double most = kFar) {
  Field field;
  field.key = key;
  field.kind = Kind::Vector;
  field.unit = unit;
  field.least = -most;
  field.most = most;
  field.vector = member;
  return field;
}

constexpr Field target(bool isNeeded) {
  Field field;
  field.key = "target";
  field.kind = Kind::Node;
  field.isNeeded = isNeeded;
  return field;
}

constexpr Field flag(const char* key, bool Constraint::*member) {
  Field field;
  field.key = key;
  field.kind = Kind::Flag;
  field.flag = member;
  return field;
}

constexpr Field kAxis = vector("axis", Unit::None, &Constraint::axis);
constexpr Field kRadius = number("radius", Unit::Metres, &Constraint::radius, 0.0, kFar);
constexpr Field kPeriod = number("period", Unit::Seconds, &Constraint::period, -kFar, kFar);
constexpr Field kPhase = number("phase", Unit::Degrees, &Constraint::phase, -kFullTurnDegrees, kFullTurnDegrees);
constexpr Field kLimit = number("limit", Unit::Degrees, &Constraint::limit, 0.0, 180.0);
constexpr Field kOffset = vector("offset", Unit::Metres, &Constraint::offset);

constexpr std::array kOrbit = {kRadius, kPeriod, kPhase,
                               number("inclination", Unit::Degrees, &Constraint::inclination, -180.0, 180.0)};
constexpr std::array kSpin = {kAxis, kPeriod, kPhase};
constexpr std::array kSteer = {kAxis, kLimit};
constexpr std::array kRoll = {kAxis, kRadius};
constexpr std::array kLookAt = {target(true), kAxis, kLimit};
constexpr std::array kFollow = {target(true), kOffset, flag("turns", &Constraint::turns),
                                number("lag", Unit::Seconds, &Constraint::lag, 0.0, 1e3)};
constexpr std::array kParent = {target(false), number("at", Unit::Seconds, &Constraint::at, -kFar, kFar),
                                flag("keepsPlace", &Constraint::keepsPlace), kOffset,
                                vector("rotation", Unit::Degrees, &Constraint::rotation, kFullTurnDegrees)};

}  // namespace

Constraint usualConstraint(ConstraintType type) {
  Constraint constraint;
  constraint.type = type;
  constraint.axis = type == ConstraintType::Roll     ? glm::dvec3(1.0, 0.0, 0.0)
                    : type == ConstraintType::LookAt ? glm::dvec3(0.0, 0.0, 1.0)
                                                     : glm::dvec3(0.0, 1.0, 0.0);
  constraint.radius = type == ConstraintType::Roll ? 0.3 : 1.0;
  constraint.period = type == ConstraintType::Orbit ? 4.0 : 1.0;
  return constraint;
}

std::span<const ConstraintField> constraintFields(ConstraintType type) {
  static constexpr std::array<std::span<const Field>, kConstraintTypes> kFields = {kOrbit,  kSpin,   kSteer, kRoll,
                                                                                   kLookAt, kFollow, kParent};
  return kFields[static_cast<std::size_t>(type)];
}

const char* constraintWord(ConstraintType type) {
  static constexpr std::array<const char*, kConstraintTypes> kWords = {"orbit",  "spin",   "steer", "roll",
                                                                       "lookAt", "follow", "parent"};
  return kWords[static_cast<std::size_t>(type)];
}

Message mistakeIn(const Constraint& constraint) {
  if (constraint.node.empty()) {
    return message("node must name what is moved");
  }
  for (const Field& field : constraintFields(constraint.type)) {
    const std::string key = field.key;
    if (field.kind == Kind::Node && field.isNeeded && constraint.target.empty()) {
      return message("%1 must name a node", key);
    }
    if (field.kind == Kind::Node && constraint.target == constraint.node) {
      return message("%1 is the node itself", key);
    }
    if (field.vector == &Constraint::axis && constraint.axis == glm::dvec3(0.0)) {
      return message("%1 must not be 0, 0, 0", key);
    }
    if (field.number == &Constraint::period && constraint.period == 0.0) {
      return message("%1 must not be 0", key);
    }
    if (field.number == &Constraint::radius && constraint.type == ConstraintType::Roll && constraint.radius <= 0.0) {
      return message("%1 must be above 0", key);
    }
  }
  return {};
}

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
