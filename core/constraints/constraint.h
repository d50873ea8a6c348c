#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace texeleton::constraints {

/// The effect of a constraint on its node, after the clip has been sampled and the previous constraints have been
/// applied. World space is pack space (+Y up, metres); a node's forward axis is its own +Z.
enum class ConstraintType : std::uint8_t {
  /// Moves the node around its parent's origin: at θ = phase + 360°·(t − start)/period its position in the parent is
  /// R_x(inclination)·(radius·sin θ, 0, radius·cos θ).
  Orbit,
  /// Turns the node about `axis` (its own) by phase + 360°·(t − start)/period.
  Spin,
  /// Turns the node about `axis` (its own), so that it points in the direction in which its origin moves in the world.
  /// At rest it keeps its turn. With a limit of at most 90° it also follows backwards, like the wheels of a reversing
  /// car.
  Steer,
  /// Turns the node about `axis` (its own) by the distance that its origin has rolled in the world since the clip's
  /// start, divided by `radius`: forward is axis × up.
  Roll,
  /// Points `axis` (the node's own) at `target`. For the axis +Z without a limit, +Y points up as far as possible;
  /// otherwise by the shortest turn from its direction before, at most by `limit`.
  LookAt,
  /// Puts the node at `offset` from `target`, along the world's axes, or turned with the target's heading about +Y. It
  /// trails by p' = (goal − p) / lag, a spring without mass.
  Follow,
  /// From `at` on, the node is a child of `target` (empty: of no node): at its position at that moment, or, if it does
  /// not keep its position, at `offset` and `rotation` in the target.
  Parent,
};
inline constexpr std::size_t kConstraintTypes = 7;

/// One constraint. constraintFields() lists the settings that its type uses.
struct Constraint {
  ConstraintType type = ConstraintType::Spin;
  std::string node;                ///< The node it moves.
  std::vector<std::string> clips;  ///< Names of the clips in which it acts; empty: all.
  std::string target;              ///< The name of a node; empty: none.
  glm::dvec3 axis{0.0, 1.0, 0.0};  ///< Any length but 0.
  glm::dvec3 offset{0.0};          ///< Metres.
  glm::dvec3 rotation{0.0};        ///< Euler angles, see fromEulerDegrees().
  double radius = 1.0;             ///< Metres.
  double period = 1.0;             ///< Seconds per turn; negative: the other direction.
  double phase = 0.0;              ///< Degrees at the clip's start.
  double inclination = 0.0;        ///< Degrees.
  double limit = 180.0;            ///< Degrees, to either side.
  double lag = 0.0;                ///< Seconds.
  double at = 0.0;                 ///< Seconds of the source clip.
  bool turns = true;
  bool keepsPlace = true;

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// A constraint of that type with its default settings: the axis of wheels is +X, of a look-at +Z.
Constraint usualConstraint(ConstraintType type);

/// A setting of a type: its place, its name in recipes, and its range.
struct ConstraintField {
  enum class Kind : std::uint8_t { Number, Vector, Node, Flag };
  enum class Unit : std::uint8_t { None, Metres, Seconds, Degrees };

  const char* key = "";
  Kind kind = Kind::Number;
  Unit unit = Unit::None;
  double least = -1e6;  ///< For numbers and for each component of vectors.
  double most = 1e6;
  double Constraint::*number = nullptr;
  glm::dvec3 Constraint::*vector = nullptr;
  bool Constraint::*flag = nullptr;
  bool isNeeded = false;  ///< For nodes: an empty name is an error.
};

/// The settings that a type uses, apart from `node` and `clips`, in display order.
std::span<const ConstraintField> constraintFields(ConstraintType type);

/// The keyword of recipes: "orbit", "spin", "steer", "roll", "lookAt", "follow", "parent".
const char* constraintWord(ConstraintType type);

/// Checks the settings without a model; returns a sentence that begins with the setting, or nothing.
Message mistakeIn(const Constraint& constraint);

}  // namespace texeleton::constraints
