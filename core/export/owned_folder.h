#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton {

/// A file to be written into a folder of the user.
struct ProjectFile {
  std::string path;  ///< Relative to the folder, forward slashes, no "..".
  std::string content;
};

/// Files that come and go together, as those of one character, or a run-time that several share.
struct FileGroup {
  std::string name;  ///< Unique in the folder: "hero for three.js", "run-time for three.js".
  std::vector<ProjectFile> files;
};

/// The list of our files in a folder: which are whose, and the hash that each was written with.
inline constexpr const char* kOwnedListName = "texeleton.files.json";

/// Brings the files of some groups up to date; other groups and all foreign files stay.
/// - A file that is as we wrote it is replaced where its content is another one now.
/// - A file that the user has edited or removed on purpose (it is listed, and another) is kept, with an Issue.
/// - A listed file that its group no longer has is removed, unless it was edited.
/// - A foreign file in the way is an Error, and nothing is written.
/// All new files are on the disk before the first is renamed into place; what fails on the way is taken back.
/// Errors: Io; InvalidArgument (a foreign file or another group's in the way, a path that leads out of the folder);
/// BadFile (the list cannot be read); Unsupported (a list of a later version).
Result<void> writeOwnedFiles(const std::filesystem::path& folder, std::span<const FileGroup> groups, JobContext& job);

enum class OwnedState : std::uint8_t { Whole, Edited, Missing };

struct OwnedFile {
  std::string group;
  std::string path;
  OwnedState state = OwnedState::Whole;
};

/// The files that are ours, and what became of them. Empty where the folder has no list. Errors: as above.
Result<std::vector<OwnedFile>> ownedFiles(const std::filesystem::path& folder);

}  // namespace texeleton
