#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/contacts/body_points.h"
#include "core/model/model.h"

namespace texeleton::contacts {

enum class Side : std::uint8_t { Unknown, Left, Right };

/// How certainly a name is that of a foot: lower is more certain.
enum class FootWord : std::uint8_t {
  Foot,  ///< Foot, ankle, paw, hoof, in several languages.
  Toe,   ///< Toe or ball: a part of a foot, which may lack a separate bone.
  Leg,   ///< A word that some languages use for the whole leg too.
  None
};

/// Parses a bone's name in the conventions of any rig: "LeftFoot", "mixamorig:LeftFoot", "foot.l", "Bip01 L Foot",
/// "b_RightFoot01_021", "ankle_R", "左足首". Names are split at non-letters and before capitals.
struct FootName {
  FootWord word = FootWord::None;
  Side side = Side::Unknown;
  bool isHelper = false;  ///< Named like a part of a rig that does not move the skin: IK, control, pole, ….
};

FootName readFootName(std::string_view name);

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
/// that match, without descendants of others. Without: bones called foot, ankle, paw, toe and the like (readFootName),
/// those that move the mesh before those that drive a rig; without such names, the moving ends of the hierarchy whose
/// mesh (or, without any, whose bones) is on the ground at rest, if there are two to eight of them. Sides come from the
/// names, else from the positions: a character that faces +Z has its left at +X. Empty if none are found. Errors:
/// InvalidArgument (an invalid pattern, or one that matches nothing).
Result<std::vector<Foot>> findFeet(const model::Model& model, std::span<const std::string> patterns = {});

}  // namespace texeleton::contacts
