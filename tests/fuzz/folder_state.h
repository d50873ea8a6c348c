#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace texeleton::fuzz {

/// The contents of a folder: path to size, modification time and, for small files, a checksum of the content.
using FolderState = std::map<std::string, std::string>;

/// The state of everything below `folder`, except for the folders `except`.
FolderState stateOf(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& except = {});

/// The first difference, in words; empty if there is none.
std::string difference(const FolderState& before, const FolderState& after);

}  // namespace texeleton::fuzz
