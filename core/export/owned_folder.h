#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::exporting {

/// A file to be written into a folder of the user.
struct ProjectFile {
  std::string path;  ///< Relative to the folder, forward slashes, no "..".
  std::string content;
};

/// Files that come and go together, as those of one character, or a run-time that several share.
struct FileGroup {
  std::string name;  ///< Unique in the folder: "three.js: hero", "run-time: web".
  std::vector<ProjectFile> files;
  std::string version = {};  ///< Of a run-time; empty: none. The doctor tells when another is there.
};

/// The record of one export in the list, so that it can be examined later.
struct ExportRecord {
  std::string target;   ///< ExportTarget::name.
  std::string name;     ///< Of the character: the pack is NAME.texpack.
  std::string id;       ///< See ExportInput.
  std::string pack;     ///< Its folder, relative; empty: the export holds none.
  std::string version;  ///< Of the program.

  friend bool operator==(const ExportRecord&, const ExportRecord&) = default;
};

/// The list of our files in a folder: which are whose, and the hash that each was written with.
inline constexpr const char* kOwnedListName = "texeleton.files.json";

/// The changes made by writing.
struct OwnedChanges {
  std::vector<std::string> written;  ///< Paths in the folder.
  std::vector<std::string> removed;
  std::vector<std::string> kept;  ///< Files that the user has edited.
};

/// New contents of a folder, decided and written beside it, not yet in place. Left alone, nothing has changed.
class OwnedWrite {
 public:
  /// Decides what becomes of the files of some groups; other groups and all foreign files stay.
  /// - A file that is as we wrote it is replaced where its content is another one now.
  /// - A file that the user has edited or removed on purpose (it is listed, and another) is kept, with an Issue.
  /// - A listed file that none of these groups has any more is removed, unless it was edited.
  /// - A foreign file in the way is an Error, and nothing is written.
  /// A file that an interrupted write (killed, power lost) put in place is ours: the list says first what comes.
  /// Errors: Io; InvalidArgument (a foreign file or another group's in the way, a path that leads out of the folder);
  /// BadFile (the list cannot be read); Unsupported (a list of a later version); Cancelled.
  static Result<OwnedWrite> prepare(const std::filesystem::path& folder, std::span<const FileGroup> groups,
                                    JobContext& job, const std::vector<ExportRecord>& records = {});

  OwnedWrite(OwnedWrite&&) noexcept;
  OwnedWrite& operator=(OwnedWrite&&) noexcept;
  /// Takes back what was put in place and not kept.
  ~OwnedWrite();

  /// Renames all files into place. Errors: Io; what was done is taken back.
  Result<void> putInPlace();
  /// Keeps the files that were put in place.
  void keep();

  const OwnedChanges& changes() const;

 private:
  struct State;
  explicit OwnedWrite(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

/// The effect of an export on a file.
enum class FileFate : std::uint8_t { New, Changed, Same, Edited, Removed };

/// A file as an export leaves it.
struct PlannedFile {
  std::string path;         ///< Relative to the folder.
  std::uint64_t bytes = 0;  ///< Afterwards; of one that goes, before.
  FileFate fate = FileFate::New;
};

/// Returns the changes that OwnedWrite would make, including the list of files, by path. Nothing is written. Errors:
/// those of OwnedWrite::prepare().
Result<std::vector<PlannedFile>> planOwnedFiles(const std::filesystem::path& folder, std::span<const FileGroup> groups,
                                                JobContext& job, const std::vector<ExportRecord>& records = {});

/// All three steps.
Result<OwnedChanges> writeOwnedFiles(const std::filesystem::path& folder, std::span<const FileGroup> groups,
                                     JobContext& job, const std::vector<ExportRecord>& records = {});

enum class OwnedState : std::uint8_t { Whole, Edited, Missing };

struct OwnedFile {
  std::string group;
  std::string path;
  OwnedState state = OwnedState::Whole;
};

/// The files that are ours, and what became of them. Empty where the folder has no list. Errors: as above.
Result<std::vector<OwnedFile>> ownedFiles(const std::filesystem::path& folder);

/// The exports of a folder, and the versions of its run-times by group.
struct OwnedExports {
  std::vector<ExportRecord> exports;
  std::map<std::string, std::string> versions;
};
Result<OwnedExports> ownedExports(const std::filesystem::path& folder);

}  // namespace texeleton::exporting
