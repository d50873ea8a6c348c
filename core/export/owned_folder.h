#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/folder_change.h"

namespace texeleton::exporting {

/// A file to be written into a user's folder.
struct ProjectFile {
  std::string path;  ///< Relative to the folder, forward slashes, no "..".
  std::string content;
  bool yieldsToForeign = false;  ///< A foreign file of this name, such as one that the engine made, is kept.
};

/// Files that are written and removed together: those of one character, or a shared run-time.
struct FileGroup {
  std::string name;  ///< Unique in the folder: "three.js: hero", "run-time: web".
  std::vector<ProjectFile> files;
  std::string version = {};  ///< Version of a run-time; empty: none. The doctor reports a different one.
};

/// The record of one export in the list, so that it can be examined later.
struct ExportRecord {
  std::string target;       ///< ExportTarget::name.
  std::string name;         ///< The character's name: the pack is NAME.texpack.
  std::string id;           ///< See ExportInput.
  std::string pack;         ///< The pack's folder, relative; empty if the export has none.
  std::string version;      ///< Version of the program.
  std::string source = {};  ///< The exported source (ExportPlace::source), relative to the folder; empty if unknown.
  std::string sourceSha256 = {};  ///< Hash of the source's model.

  friend bool operator==(const ExportRecord&, const ExportRecord&) = default;
};

/// The list of the program's files in a folder: the group of each file, and the hash of its written content.
inline constexpr const char* kOwnedListName = "texeleton.files.json";

/// The changes made by writing.
struct OwnedChanges {
  std::vector<std::string> written;  ///< Paths in the folder.
  std::vector<std::string> removed;
  std::vector<std::string> kept;  ///< Files that the user has edited.
};

/// Decides what happens to the files of some groups, and writes the new ones into the change's hidden folder;
/// FolderChange::putInPlace() puts them in place. Other groups and all foreign files stay.
/// - An unedited file is replaced if its content changed.
/// - A listed file that the user has edited or removed is left unchanged, with an Issue.
/// - A listed file that is in none of these groups any more is removed, unless it was edited.
/// - A foreign file in the way is an Error, and nothing is written, unless `yieldsToForeign` is set.
/// The list is written first, so that files of an interrupted write (killed, power lost) are recognised. Errors: Io;
/// InvalidArgument (a foreign file or another group's in the way, a path outside the folder); BadFile (the list cannot
/// be read); Unsupported (a list of a later version); Cancelled.
Result<OwnedChanges> prepareOwnedFiles(FolderChange& change, std::span<const FileGroup> groups, JobContext& job,
                                       const std::vector<ExportRecord>& records = {});

/// The effect of an export on a file.
enum class FileFate : std::uint8_t { New, Changed, Same, Edited, Removed };

/// The planned state of a file.
struct PlannedFile {
  std::string path;         ///< Relative to the folder.
  std::uint64_t bytes = 0;  ///< Size after the export; for a removed file, before it.
  FileFate fate = FileFate::New;
};

/// Returns the changes that prepareOwnedFiles() would make, including the list of files, by path. Nothing is written.
/// Errors: those of prepareOwnedFiles().
Result<std::vector<PlannedFile>> planOwnedFiles(const std::filesystem::path& folder, std::span<const FileGroup> groups,
                                                JobContext& job, const std::vector<ExportRecord>& records = {});

/// Writes these files as one complete FolderChange.
Result<OwnedChanges> writeOwnedFiles(const std::filesystem::path& folder, std::span<const FileGroup> groups,
                                     JobContext& job, const std::vector<ExportRecord>& records = {});

enum class OwnedState : std::uint8_t {
  Whole,
  Edited,
  Missing,
  NotAFile,  ///< A folder, a pipe or the like; it was not opened.
};

struct OwnedFile {
  std::string group;
  std::string path;
  OwnedState state = OwnedState::Whole;
};

/// The program's files in a folder and their states. Empty if the folder has no list. Errors: as above.
Result<std::vector<OwnedFile>> ownedFiles(const std::filesystem::path& folder);

/// The exports of a folder, and the versions of its run-times by group.
struct OwnedExports {
  std::vector<ExportRecord> exports;
  std::map<std::string, std::string> versions;
  bool isInterrupted = false;  ///< An export was interrupted and its undo record is lost.
};
Result<OwnedExports> ownedExports(const std::filesystem::path& folder);

}  // namespace texeleton::exporting
