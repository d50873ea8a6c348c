#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace texeleton::fuzz {

/// What lies in a folder: path to size, time of change and, for small files, a checksum of the content.
using FolderState = std::map<std::string, std::string>;

/// Looks at everything below `folder` but what lies in the folders `except`.
FolderState stateOf(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& except = {});

/// The first thing that differs, in words; empty: nothing does.
std::string difference(const FolderState& before, const FolderState& after);

}  // namespace texeleton::fuzz
