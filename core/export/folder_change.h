#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/folder_lock.h"
#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::exporting {

/// New content of a file, by its path in a folder; without content, the file is removed.
struct FileStep {
  std::string path;
  std::optional<std::string> content;
};

struct HeldFile;

/// An atomic change of several files of a folder, with the folder locked. Before the first file changes, a hidden
/// folder `.texeleton-export-PID-N` holds the new files, hard links to the old ones, and `undo.json`, the steps to
/// undo. If the program is killed, the next change of the folder first undoes the interrupted one.
class FolderChange {
 public:
  /// Makes and locks the folder, and undoes an interrupted change, with an Issue. Errors: Io, Cancelled, BadFile (an
  /// unreadable undo.json).
  static Result<std::unique_ptr<FolderChange>> begin(const std::filesystem::path& folder, JobContext& job);

  /// Undoes the change unless keep() succeeded.
  ~FolderChange();
  FolderChange(const FolderChange&) = delete;
  FolderChange& operator=(const FolderChange&) = delete;

  const std::filesystem::path& folder() const { return m_folder; }
  /// Whether begin() undid an interrupted change.
  bool hasUndone() const { return m_hasUndone; }

  /// Backs up files that the caller is about to write, by their paths in the folder, so that they can be restored.
  Result<void> hold(const std::vector<std::string>& paths);
  /// Writes the new files into the hidden folder and backs up those that they will replace.
  Result<void> write(std::vector<FileStep> steps);
  /// Renames the new files into place. Errors: Io.
  Result<void> putInPlace();
  /// Makes the change final. Errors: Io; the change is then undone.
  Result<void> keep();

 private:
  FolderChange(std::filesystem::path folder, std::vector<std::filesystem::path> made, FolderLock lock);
  Result<void> makeStaging();
  Result<void> holdOne(const std::string& path, std::optional<std::string> newHash);
  Result<void> saveJournal() const;
  void undo() const;
  void close();

  FolderLock m_lock;  ///< Declared first: released last.
  std::filesystem::path m_folder;
  std::filesystem::path m_staging;                   ///< Empty until created.
  std::vector<std::filesystem::path> m_madeFolders;  ///< The folder and its parents that begin() made.
  std::vector<HeldFile> m_entries;
  std::vector<std::string> m_madeInside;  ///< Folders made in the folder.
  std::vector<FileStep> m_steps;
  bool m_hasUndone = false;
  bool m_isKept = false;
};

/// The longest wait of an export for other exports to its folder.
inline constexpr double kMostSecondsOfOthers = 600.0;

/// Undoes an interrupted change of the folder, with an Issue, and removes leftovers of programs that were killed while
/// they wrote packs into it. Returns whether there was a change to undo. Errors: those of FolderChange::begin().
Result<bool> undoInterruptedChange(const std::filesystem::path& folder, JobContext& job,
                                   double seconds = kMostSecondsOfOthers);

/// Whether an interrupted change, or an interrupted writing of a pack, leaves files of this name in a folder.
bool isLeftoverName(const std::string& name);

/// Whether the path is relative, has no "..", and passes no symbolic link.
bool staysInside(const std::filesystem::path& folder, const std::string& path);

/// The hash of a file; nothing if there is none. Errors: Io (not a regular file).
Result<std::optional<std::string>> hashOf(const std::filesystem::path& file);

}  // namespace texeleton::exporting
