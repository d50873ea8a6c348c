#pragma once

#include <string>
#include <vector>

namespace texeleton::exporting {

/// `name` as a part of names of Unreal assets, which contain letters, digits, "_" and "-" of ASCII: other characters
/// become "_". A name that had to change, or is longer than 40 characters, ends in eight digits that keep it unique.
std::string unrealAssetName(const std::string& name);

/// `names` as row names of a DataTable: not empty, not "None", without control characters, at most 200 bytes, and
/// unique regardless of case: "Walk", "walk" become "Walk", "walk_2".
std::vector<std::string> unrealRowNames(const std::vector<std::string>& names);

}  // namespace texeleton::exporting
