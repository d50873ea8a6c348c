#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace texeleton::animator {

enum class ClipRole : std::uint8_t { None, Idle, Walk, Run, Jump, Fall, Land, Attack, Hit, Death };

struct NamedRole {
  ClipRole role = ClipRole::None;
  bool isStart = false;        ///< The first part of a motion: "Jump_Start".
  std::size_t extraWords = 0;  ///< Words that do not name the role: 0 for "Idle", 1 for "Unarmed_Idle".
};

/// The roles of clips by their names, in any convention: "Armature|Walk_Cycle", "hero@run", "mixamo.com|Standing Idle",
/// "Anim_TakeDamage01", "1H_Melee_Attack_Chop". Words that all names begin or end with are ignored. Poses, turns, steps
/// to a side and backward have no role.
std::vector<NamedRole> clipRoles(std::span<const std::string> names);

}  // namespace texeleton::animator
