#pragma once

#include <string>
#include <vector>

namespace texeleton::exporting {

/// `name` as a part of names of Unreal assets, which hold letters, digits, "_" and "-" of ASCII: everything else
/// becomes
/// "_". A name that had to change, or is longer than 40 characters, ends in eight digits that tell it from its likes.
std::string unrealAssetName(const std::string& name);

/// `names` as names of rows of a DataTable: not empty, not "None", without control characters, at most 200 bytes, and
/// no two equal however their letters are cased: "Walk", "walk" become "Walk", "walk_2".
std::vector<std::string> unrealRowNames(const std::vector<std::string>& names);

}  // namespace texeleton::exporting
