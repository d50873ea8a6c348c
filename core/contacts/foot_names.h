#pragma once

#include <cstdint>
#include <string_view>

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

}  // namespace texeleton::contacts
