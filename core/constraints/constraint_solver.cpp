#include "core/constraints/constraint_solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <numbers>
#include <utility>

#include "core/base/units.h"
#include "core/transform/reach.h"
#include "core/transform/rotation.h"

namespace texeleton::constraints {

namespace {

constexpr glm::dvec3 kUp(0.0, 1.0, 0.0);
constexpr glm::dvec3 kForward(0.0, 0.0, 1.0);
constexpr double kStillSpeed = 1e-6;  // Metres per second: slower movement has no direction.
constexpr double kSameMetres = 1e-3;  // A goal that ends this near to its start is a loop.

/// The component of `v` perpendicular to `axis` (unit).
glm::dvec3 across(const glm::dvec3& v, const glm::dvec3& axis) { return v - axis * glm::dot(v, axis); }

/// The rotation about +Y of the direction `forward`.
double heading(const glm::dvec3& forward) { return std::atan2(forward.x, forward.z); }

/// Velocity from positions at three times: the derivative at index `at` of the parabola through them.
glm::dvec3 velocity(const std::vector<glm::dvec3>& places, std::span<const double> times, std::size_t at) {
  if (places.size() < 2) {
    return glm::dvec3(0.0);
  }
  if (places.size() == 2) {
    return (places[1] - places[0]) / (times[1] - times[0]);
  }
  const std::size_t first = std::clamp<std::size_t>(at, 1, places.size() - 2) - 1;
  const double a = times[first];
  const double b = times[first + 1];
  const double c = times[first + 2];
  const double t = times[at];
  return places[first] * ((2.0 * t - b - c) / ((a - b) * (a - c))) +
         places[first + 1] * ((2.0 * t - a - c) / ((b - a) * (b - c))) +
         places[first + 2] * ((2.0 * t - a - b) / ((c - a) * (c - b)));
}

}  // namespace

ConstraintSolver::ConstraintSolver(const model::Model& model, ClipIndex clip, std::vector<double> times)
    : m_model(model),
      m_clip(model.clips[clip.value]),
      m_times(std::move(times)),
      m_sampler(model, clip),
      m_pose(animation::restPose(model)) {
  m_hierarchy.reserve(model.nodes.size());
  m_handles.reserve(model.nodes.size());
  for (const model::Node& node : model.nodes) {
    m_handles.push_back(
        m_hierarchy.add(node.parent.isValid() ? m_handles[node.parent.value] : transform::HierarchyNode(), node.rest));
    if (node.restMatrix) {
      m_hierarchy.setLocal(m_handles.back(), node.rest, *node.restMatrix);
    }
  }
}

const std::vector<transform::Transform>& ConstraintSolver::locals(NodeIndex node) const {
  const auto found = std::ranges::find(m_movedNodes, node);
  return m_moved[static_cast<std::size_t>(found - m_movedNodes.begin())];
}

void ConstraintSolver::pose(std::size_t time) {
  m_sampler.sample(m_times[time], m_pose);
  if (m_current.isValid()) {
    m_hierarchy.setLocal(handle(m_current),
                         m_model.nodes[m_current.value].rest);  // Resets the result of the previous time.
  }
  for (const std::uint32_t node : m_sampler.animatedNodes()) {
    m_hierarchy.setLocal(m_handles[node], m_pose.locals[node]);
  }
  for (std::size_t i = 0; i < m_moved.size(); ++i) {
    m_hierarchy.setLocal(handle(m_movedNodes[i]), m_moved[i][time]);
  }
}

std::vector<glm::dvec3> ConstraintSolver::path(NodeIndex node) {
  std::vector<glm::dvec3> places(m_times.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    pose(i);
    places[i] = m_hierarchy.worldPosition(handle(node));
  }
  return places;
}

double ConstraintSolver::turnAt(const Constraint& settings, std::size_t time) const {
  return settings.phase + 360.0 * (m_times[time] - m_clip.startSeconds) / settings.period;
}

Result<void> ConstraintSolver::solve(const BoundConstraint& constraint) {
  m_current = constraint.node;
  using Solver = ConstraintSolver;
  static constexpr std::array<Result<Locals> (Solver::*)(const BoundConstraint&), kConstraintTypes> kSolvers = {
      &Solver::orbit, &Solver::spin, &Solver::steer, &Solver::roll, &Solver::lookAt, &Solver::follow, &Solver::parent};
  auto solved = (this->*kSolvers[static_cast<std::size_t>(constraint.settings.type)])(constraint);
  m_hierarchy.setLocal(handle(m_current), m_model.nodes[m_current.value].rest);
  TRY(solved);
  const auto found = std::ranges::find(m_movedNodes, constraint.node);
  if (found == m_movedNodes.end()) {
    m_movedNodes.push_back(constraint.node);
    m_moved.push_back(std::move(*solved));
  } else {
    m_moved[static_cast<std::size_t>(found - m_movedNodes.begin())] = std::move(*solved);
  }
  return {};
}

Result<ConstraintSolver::Locals> ConstraintSolver::orbit(const BoundConstraint& constraint) {
  const Constraint& c = constraint.settings;
  const glm::dquat plane = transform::fromEulerDegrees({c.inclination, 0.0, 0.0});
  Locals locals(m_times.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    const double angle = turnAt(c, i) / kDegreesPerRadian;
    m_hierarchy.setPosition(handle(constraint.node),
                            plane * glm::dvec3(c.radius * std::sin(angle), 0.0, c.radius * std::cos(angle)));
    locals[i] = m_hierarchy.local(handle(constraint.node));
  }
  return locals;
}

Result<ConstraintSolver::Locals> ConstraintSolver::spin(const BoundConstraint& constraint) {
  Locals locals(m_times.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    m_hierarchy.rotate(handle(constraint.node), constraint.settings.axis, turnAt(constraint.settings, i));
    locals[i] = m_hierarchy.local(handle(constraint.node));
  }
  return locals;
}

Result<ConstraintSolver::Locals> ConstraintSolver::steer(const BoundConstraint& constraint) {
  const Constraint& c = constraint.settings;
  const glm::dvec3 own = glm::normalize(c.axis);
  const glm::dvec3 ownForward = std::abs(own.z) > 0.9 ? glm::dvec3(1.0, 0.0, 0.0) : kForward;
  const std::vector<glm::dvec3> places = path(constraint.node);
  const bool follows = c.limit <= 90.0;  // Backwards too.
  Locals locals(m_times.size());
  double turn = 0.0;
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    const glm::dquat world = m_hierarchy.worldRotation(handle(constraint.node));
    const glm::dvec3 axis = world * own;
    const glm::dvec3 forward = across(world * ownForward, axis);
    const glm::dvec3 moves = across(velocity(places, m_times, i), axis);
    if (glm::length(moves) > kStillSpeed) {
      turn = std::atan2(glm::dot(glm::cross(forward, moves), axis), glm::dot(forward, moves)) * kDegreesPerRadian;
      turn = follows && std::abs(turn) > 90.0 ? turn - std::copysign(180.0, turn) : turn;
      turn = std::clamp(turn, -c.limit, c.limit);
    }
    m_hierarchy.rotate(handle(constraint.node), c.axis, turn);
    locals[i] = m_hierarchy.local(handle(constraint.node));
  }
  return locals;
}

Result<ConstraintSolver::Locals> ConstraintSolver::roll(const BoundConstraint& constraint) {
  const Constraint& c = constraint.settings;
  const glm::dvec3 own = glm::normalize(c.axis);
  Locals locals(m_times.size());
  double rolled = 0.0;
  glm::dvec3 before(0.0);
  glm::dvec3 wayBefore(0.0);
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    const glm::dvec3 place = m_hierarchy.worldPosition(handle(constraint.node));
    const glm::dvec3 sideways = glm::cross(m_hierarchy.worldRotation(handle(constraint.node)) * own, kUp);
    const double length = glm::length(sideways);
    const glm::dvec3 way = length > 1e-9 ? sideways / length : glm::dvec3(0.0);  // An upright axis does not roll.
    // Along the mean direction of the step, which is the chord of an arc.
    const glm::dvec3 mean = i == 0 ? way : way + wayBefore;
    const double meanLength = glm::length(mean);
    rolled += i == 0 || meanLength < 1e-9 ? 0.0 : glm::dot(place - before, mean) / meanLength;
    before = place;
    wayBefore = way;
    m_hierarchy.rotate(handle(constraint.node), c.axis, rolled / c.radius * kDegreesPerRadian);
    locals[i] = m_hierarchy.local(handle(constraint.node));
  }
  return locals;
}

Result<ConstraintSolver::Locals> ConstraintSolver::lookAt(const BoundConstraint& constraint) {
  const Constraint& c = constraint.settings;
  const bool upright = c.limit >= 180.0 && glm::normalize(c.axis) == kForward;
  Locals locals(m_times.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    const glm::dvec3 target = m_hierarchy.worldPosition(handle(constraint.target));
    const auto turned = upright ? m_hierarchy.lookAt(handle(constraint.node), target)
                                : transform::aimNode(m_hierarchy, handle(constraint.node), c.axis, target, c.limit);
    TRY(turned);
    locals[i] = m_hierarchy.local(handle(constraint.node));
  }
  return locals;
}

Result<ConstraintSolver::Locals> ConstraintSolver::follow(const BoundConstraint& constraint) {
  const Constraint& c = constraint.settings;
  std::vector<glm::dvec3> goals(m_times.size());
  for (std::size_t i = 0; i < goals.size(); ++i) {
    pose(i);
    const double turn =
        c.turns ? heading(m_hierarchy.worldRotation(handle(constraint.target)) * kForward) * kDegreesPerRadian : 0.0;
    goals[i] =
        m_hierarchy.worldPosition(handle(constraint.target)) + transform::fromAxisAngleDegrees(kUp, turn) * c.offset;
  }
  std::vector<glm::dvec3> places = goals;
  if (c.lag > 0.0) {
    // Exact if the goal moves at constant velocity between two times.
    const auto run = [&] {
      for (std::size_t i = 1; i < goals.size(); ++i) {
        const double step = m_times[i] - m_times[i - 1];
        const glm::dvec3 behind = (goals[i] - goals[i - 1]) * (c.lag / step);
        places[i] = goals[i] - behind + (places[i - 1] - goals[i - 1] + behind) * std::exp(-step / c.lag);
      }
    };
    run();
    const double kept = std::exp(-(m_times.back() - m_times.front()) / c.lag);
    if (glm::distance(goals.front(), goals.back()) < kSameMetres && kept < 1.0) {
      // The end depends linearly on the start: the start is set to the end.
      places.front() = (places.back() - goals.front() * kept) / (1.0 - kept);
      run();
    }
  }
  Locals locals(m_times.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    TRY(m_hierarchy.setWorldPosition(handle(constraint.node), places[i]));
    locals[i] = m_hierarchy.local(handle(constraint.node));
  }
  return locals;
}

Result<ConstraintSolver::Locals> ConstraintSolver::parent(const BoundConstraint& constraint) {
  const Constraint& c = constraint.settings;
  const transform::HierarchyNode node = handle(constraint.node);
  const transform::HierarchyNode own = m_hierarchy.parent(node);
  const transform::HierarchyNode other =
      constraint.target.isValid() ? handle(constraint.target) : transform::HierarchyNode();
  transform::Transform held{c.offset, transform::fromEulerDegrees(c.rotation), glm::dvec3(1.0)};
  bool isHeld = false;
  Locals locals(m_times.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    pose(i);
    if (m_times[i] >= c.at) {
      const bool takesPlace = c.keepsPlace && !isHeld;
      const transform::Transform before = m_hierarchy.local(node);
      auto hung =
          m_hierarchy.reparent(node, other, takesPlace ? transform::Keep::WorldPose : transform::Keep::LocalTransform);
      TRY(hung);
      if (takesPlace) {
        held = m_hierarchy.local(node);
      } else if (!c.keepsPlace) {
        held.scale = before.scale;
      }
      isHeld = true;
      m_hierarchy.setLocal(node, held);
      if (auto back = m_hierarchy.reparent(node, own, transform::Keep::WorldPose); !back) {
        static_cast<void>(m_hierarchy.reparent(node, own, transform::Keep::LocalTransform));
        return fail(std::move(back.error()));
      }
    }
    locals[i] = m_hierarchy.local(node);
  }
  return locals;
}

}  // namespace texeleton::constraints
