#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/contacts/body_points.h"
#include "core/contacts/foot_names.h"
#include "core/model/model.h"

namespace texeleton::contacts {

/// A foot: the nodes below a bone, including toes.
struct Foot {
  NodeIndex node;  ///< The uppermost bone of the foot.
  Side side = Side::Unknown;
  /// "footstep_l" or "footstep_r" for the only foot of its side, else "footstep_" and the bone's name.
  std::string eventName;
  /// The points that may touch the ground: points of the mesh that moves with the foot or, if no foot has any, the
  /// origins of its bones. Never empty.
  std::vector<BodyPoint> points;
  /// Height of the lowest point at rest, if the model then stands on the plane y = 0.
  std::optional<double> restHeight;
};

/// The feet of a model. With `patterns` (Perl-compatible, the whole name must match, as for exposed nodes): the nodes
/// that match, without descendants of others. Without: bones called foot, ankle, paw, toe and the like (foot_names.h),
/// those that move the mesh before those that drive a rig; without such names, the moving ends of the hierarchy whose
/// mesh (or, without any, whose bones) is on the ground at rest, if there are two to eight of them. Sides come from the
/// names, else from the positions: a character that faces +Z has its left at +X. Empty if none are found. Errors:
/// InvalidArgument (an invalid pattern, or one that matches nothing).
Result<std::vector<Foot>> findFeet(const model::Model& model, std::span<const std::string> patterns = {});

}  // namespace texeleton::contacts
