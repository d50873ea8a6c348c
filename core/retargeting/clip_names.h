#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton::retargeting {

/// Returns the name of a motion file without its folder, its extension and the part before an '@': "hero@walk.fbx" →
/// "walk".
std::string motionName(std::string_view fileName);

/// Whether a clip's name is meaningless: empty, or one that tools give to every clip ("mixamo.com", "Take 001",
/// "Scene").
bool isIdleName(std::string_view name);

/// `wanted`, with " 2", " 3", … if it is taken. Adds the result to `taken`.
std::string freeName(std::string_view wanted, std::set<std::string, std::less<>>& taken);

/// The common beginning and end of clip names: the rig and the layer that authoring tools add to each name.
struct NameAffixes {
  std::string prefix;  ///< Ends with its separator: "Rig|".
  std::string suffix;  ///< Begins with its separator: "_Rig".

  bool isEmpty() const { return prefix.empty() && suffix.empty(); }
  friend bool operator==(const NameAffixes&, const NameAffixes&) = default;
};

/// The longest removable prefix and suffix that all names share: "Rig
/// Walk_Rig" and "Rig
/// Run_Rig" share "Rig
/// " and "_Rig". Both end at a separator, so that no word is cut ("Walk" and "Wave" share nothing): `
/// `, `:` and `@`, or `_`, `-`, `.` and space if at least two bytes that are not all digits remain ("Attack_01" and
/// "Attack_02" stay). No name becomes empty or equal to another. A single name loses the part before its last `
/// ` or `:` and a layer after it ("Rig
/// Walk
/// BaseLayer").
NameAffixes commonAffixes(const std::vector<std::string>& names);

/// The name without the affixes; unchanged if it does not have both, or if nothing would remain.
std::string withoutAffixes(std::string_view name, const NameAffixes& affixes);

}  // namespace texeleton::retargeting
