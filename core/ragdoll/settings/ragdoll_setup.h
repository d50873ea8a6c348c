#pragma once

#include <optional>
#include <string>

namespace texeleton::ragdoll {

/// The settings of one bone in a ragdoll, by name, as in recipes (docs/recipe.md); unset values follow from the bone's
/// name and shape. Degrees count from the rest pose. `unknown` is as in core/recipe/recipe.h.
struct RagdollBone {
  std::string bone;
  std::optional<bool> body;        ///< Whether it has a separate body; false: it moves with its parent.
  std::optional<double> mass;      ///< Kilograms, for a character of human height (1.8 m).
  std::optional<double> swing;     ///< To each side; makes a hinge a ball joint.
  std::optional<double> twist;     ///< About its length, in either direction; likewise.
  std::optional<double> bendFrom;  ///< Ends of a hinge's range: knees and elbows. Makes a ball joint a hinge.
  std::optional<double> bendTo;
  std::string unknown = {};

  friend bool operator==(const RagdollBone&, const RagdollBone&) = default;
};

}  // namespace texeleton::ragdoll
