#include "core/export/folder_change.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/base/file_hash.h"
#include "core/base/json_reader.h"
#include "core/base/plain_file.h"
#include "core/base/save_file.h"
#include "core/base/system_reason.h"
#include "core/base/utf8_path.h"
#include "core/export/export_target.h"
#include "core/pack/interrupted_writes.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStagingPrefix = ".texeleton-export-";
constexpr const char* kJournalName = "undo.json";
constexpr const char* kJournalFormat = "texeleton-undo";
constexpr int kJournalVersion = 1;
constexpr std::uint64_t kMostJournalBytes = std::uint64_t{64} << 20;
constexpr std::size_t kMostEntries = std::size_t{1} << 16;
constexpr std::size_t kMostPathBytes = 4096;
constexpr int kAttempts = 100;  ///< Attempts at a folder that other programs remove meanwhile.

tl::unexpected<Error> cannotReplace(const fs::path& file, const std::error_code& error) {
  return fail(ErrorCode::Io, message("cannot be replaced: %1; everything is as it was", systemReason(error)),
              file.string());
}

/// The missing folders above a path, outer ones first.
std::vector<fs::path> missingFolders(const fs::path& folder) {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, error); at = at.parent_path()) {
    missing.insert(missing.begin(), at);
  }
  return missing;
}

/// Whether no process has this PID.
bool isDead(int process) { return process > 0 && ::kill(process, 0) != 0 && errno == ESRCH; }

/// Names of files left over by programs that were killed while they changed a folder.
enum class Leftover { None, Change, OfEarlierVersions };

Leftover leftoverNamed(const std::string& name, bool isLocked) {
  int process = 0;
  int count = 0;
  int length = 0;
  const auto matches = [&](const char* format) {
    length = 0;
    return std::sscanf(name.c_str(), format, &process, &count, &length) == 2 &&
           static_cast<std::size_t>(length) == name.size();
  };
  if (matches(".texeleton-export-%9d-%9d%n")) {
    return isLocked || isDead(process) ? Leftover::Change : Leftover::None;
  }
  const bool earlier = matches(".texeleton-%9d-%9d%n") || matches(".texeleton-%9d-before-%9d%n");
  return earlier && isDead(process) ? Leftover::OfEarlierVersions : Leftover::None;
}

}  // namespace

/// A file to be changed.
struct HeldFile {
  std::string path;
  bool wasThere = false;  ///< If so, the staging folder holds the old file, under its index.
  /// The hash of the new content, to detect later edits; "" if unknown, none if the file is removed.
  std::optional<std::string> newHash;
};

bool staysInside(const fs::path& folder, const std::string& path) {
  const fs::path relative = fromUtf8(path);
  if (relative.empty() || relative.is_absolute() || relative.lexically_normal() != relative) {
    return false;
  }
  fs::path at = folder;
  for (const fs::path& part : relative) {
    at /= part;
    std::error_code error;
    if (part == ".." || fs::is_symlink(fs::symlink_status(at, error))) {
      return false;
    }
  }
  return true;
}

Result<std::optional<std::string>> hashOf(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) {
    return std::optional<std::string>();
  }
  auto hash = sha256OfFile(file);
  TRY(hash);
  return std::optional<std::string>(std::move(*hash));
}

bool isLeftoverName(const std::string& name) {
  const bool ofPack =
      name.starts_with('.') && (name.find(".texpack.tmp-") != std::string::npos || name.ends_with(".texpack.old"));
  return ofPack || leftoverNamed(name, true) != Leftover::None;
}

namespace {

struct Journal {
  std::vector<HeldFile> files;
  std::vector<std::string> folders;
};

Result<Journal> readJournal(const fs::path& file) {
  const auto bytes = readPlainFile(file, kMostJournalBytes);
  TRY(bytes);
  const auto json = parseJson(*bytes, file.string());
  TRY(json);
  Message problem;
  const JsonCursor root(*json, problem);
  root.at("format").expectText(kJournalFormat);
  static_cast<void>(root.at("version").integer(kJournalVersion, kJournalVersion));
  Journal journal;
  root.at("files").each(kMostEntries, [&journal](const JsonCursor& each) {
    HeldFile held{each.at("path").text(kMostPathBytes), each.at("wasThere").boolean(), std::nullopt};
    each.with("newHash", [&held](const JsonCursor& hash) { held.newHash = hash.text(kMostPathBytes); });
    journal.files.push_back(std::move(held));
  });
  root.at("folders").each(
      kMostEntries, [&journal](const JsonCursor& folder) { journal.folders.push_back(folder.text(kMostPathBytes)); });
  if (root.hasFailed()) {
    return fail(ErrorCode::BadFile, message("does not say what to undo: %1", problem), file.string());
  }
  return journal;
}

/// Restores one file, unless it was edited since.
Result<void> putBack(const fs::path& folder, const HeldFile& entry, const fs::path& old) {
  if (!staysInside(folder, entry.path)) {
    return {};  // Outside the folder.
  }
  const fs::path file = folder / fromUtf8(entry.path);
  std::error_code error;
  const bool isThere = fs::exists(fs::symlink_status(file, error));
  if (isThere && (!entry.newHash || (!entry.newHash->empty() && hashOf(file).value_or("") != entry.newHash))) {
    return {};
  }
  if (!entry.wasThere) {
    error.clear();
    if (isThere) {
      fs::remove(file, error);
    }
    return error ? cannotReplace(file, error) : Result<void>();
  }
  if (!fs::exists(fs::symlink_status(old, error))) {
    return {};  // Already restored.
  }
  fs::create_directories(file.parent_path(), error);
  fs::rename(old, file, error);
  if (error == std::errc::permission_denied) {  // A read-only pack.
    fs::permissions(file.parent_path(), fs::perms::owner_all, fs::perm_options::add, error);
    fs::rename(old, file, error);
  }
  return error ? cannotReplace(file, error) : Result<void>();
}

/// Undoes the change that the staging folder records. Returns false if it records none: nothing was changed.
Result<bool> undoStaged(const fs::path& folder, const fs::path& staging) {
  const fs::path journalFile = staging / kJournalName;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(journalFile, error))) {
    fs::remove_all(staging, error);
    return false;
  }
  const auto journal = readJournal(journalFile);
  if (!journal) {
    return fail(ErrorCode::BadFile,
                message("an interrupted export cannot be undone (%1); remove this folder and export again",
                        journal.error().message),
                staging.string());
  }
  for (std::size_t i = journal->files.size(); i-- > 0;) {
    TRY(putBack(folder, journal->files[i], staging / "old" / std::to_string(i)));
  }
  for (auto it = journal->folders.rbegin(); it != journal->folders.rend(); ++it) {
    if (staysInside(folder, *it)) {
      fs::remove(folder / fromUtf8(*it), error);  // Succeeds only if empty.
    }
  }
  // Remove the record first: without it there is nothing to undo.
  fs::remove(journalFile, error);
  if (error) {
    return cannotReplace(journalFile, error);
  }
  fs::remove_all(staging, error);
  return true;
}

bool hasLeftovers(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (isLeftoverName(it->path().filename().string())) {
      return true;
    }
  }
  return false;
}

Result<bool> undoLeftovers(const fs::path& folder, const FolderLock& lock, JobContext& job) {
  pack::clearInterruptedWrites(folder, job);
  pack::clearInterruptedWrites(folder / kHiddenPacks, job);
  bool hasUndone = false;
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code unknown;
    if (it->is_directory(unknown) && !it->is_symlink(unknown)) {
      found.push_back(it->path());
    }
  }
  for (const fs::path& path : found) {
    switch (leftoverNamed(path.filename().string(), lock.isHeld())) {
      case Leftover::None:
        break;
      case Leftover::OfEarlierVersions:
        fs::remove_all(path, error);
        break;
      case Leftover::Change: {
        const auto undone = undoStaged(folder, path);
        TRY(undone);
        hasUndone = hasUndone || *undone;
      }
    }
  }
  if (hasUndone) {
    job.inform("An export into this folder was interrupted; it was undone.", folder.string());
  }
  return hasUndone;
}

}  // namespace

FolderChange::FolderChange(fs::path folder, std::vector<fs::path> made, FolderLock lock)
    : m_lock(std::move(lock)), m_folder(std::move(folder)), m_madeFolders(std::move(made)) {}

FolderChange::~FolderChange() {
  try {
    close();
  } catch (const std::bad_alloc&) {
    // The next change of the folder undoes the rest.
  }
}

void FolderChange::close() {
  std::error_code error;
  if (!m_isKept) {
    undo();
  }
  if (!m_staging.empty() && !fs::exists(m_staging / kJournalName, error)) {
    fs::remove_all(m_staging, error);
  }
  for (auto it = m_madeFolders.rbegin(); it != m_madeFolders.rend() && !m_isKept; ++it) {
    fs::remove(*it, error);  // Succeeds only if empty.
  }
}

Result<std::unique_ptr<FolderChange>> FolderChange::begin(const fs::path& folder, JobContext& job) {
  for (int attempt = 0;; ++attempt) {
    std::vector<fs::path> made = missingFolders(folder);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
      return fail(ErrorCode::Io, message("cannot be made: %1", systemReason(error)), folder.string());
    }
    auto lock = FolderLock::take(folder, job, kMostSecondsOfOthers);
    if (!lock && lock.error().code == ErrorCode::NotFound && attempt < kAttempts) {
      continue;  // A failed export removed its folder.
    }
    TRY(lock);
    const auto undone = undoLeftovers(folder, *lock, job);
    TRY(undone);
    std::unique_ptr<FolderChange> change(new FolderChange(folder, std::move(made), std::move(*lock)));
    change->m_hasUndone = *undone;
    return change;
  }
}

Result<void> FolderChange::makeStaging() {
  if (!m_staging.empty()) {
    return {};
  }
  static std::atomic<unsigned> count{0};
  const fs::path staging = m_folder / (kStagingPrefix + std::to_string(::getpid()) + "-" + std::to_string(count++));
  m_staging = staging;
  std::error_code error;
  fs::create_directories(staging / "new", error);
  if (!error) {
    fs::create_directories(staging / "old", error);
  }
  return error ? fail(ErrorCode::Io, message("cannot be made: %1", systemReason(error)), staging.string())
               : Result<void>();
}

Result<void> FolderChange::holdOne(const std::string& path, std::optional<std::string> newHash) {
  const fs::path file = m_folder / fromUtf8(path);
  const fs::path old = m_staging / "old" / std::to_string(m_entries.size());
  std::error_code error;
  const bool isThere = fs::exists(fs::symlink_status(file, error));
  if (isThere) {
    fs::create_hard_link(file, old, error);
    if (error) {  // A file system without hard links.
      fs::copy_file(file, old, error);
    }
    if (error) {
      return cannotReplace(file, error);
    }
  }
  m_entries.push_back({path, isThere, std::move(newHash)});
  for (const fs::path& folder : missingFolders(file.parent_path())) {
    const std::string text = utf8Of(folder.lexically_relative(m_folder));
    if (std::ranges::find(m_madeInside, text) == m_madeInside.end()) {
      m_madeInside.push_back(text);
    }
  }
  return {};
}

Result<void> FolderChange::saveJournal() const {
  Json json = {
      {"format", kJournalFormat}, {"version", kJournalVersion}, {"files", Json::array()}, {"folders", m_madeInside}};
  for (const HeldFile& entry : m_entries) {
    Json one = {{"path", entry.path}, {"wasThere", entry.wasThere}};
    if (entry.newHash) {
      one["newHash"] = *entry.newHash;
    }
    json["files"].push_back(std::move(one));
  }
  return saveFile(m_staging / kJournalName, json.dump(1, ' ', false, Json::error_handler_t::replace));
}

Result<void> FolderChange::hold(const std::vector<std::string>& paths) {
  TRY(makeStaging());
  for (const std::string& path : paths) {
    TRY(holdOne(path, std::string()));
  }
  return saveJournal();
}

Result<void> FolderChange::write(std::vector<FileStep> steps) {
  if (steps.empty()) {
    return {};
  }
  TRY(makeStaging());
  m_steps = std::move(steps);
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    if (m_steps[i].content) {
      TRY(saveFile(m_staging / "new" / std::to_string(i), *m_steps[i].content));
    }
  }
  return {};
}

Result<void> FolderChange::putInPlace() {
  if (m_steps.empty()) {
    return {};
  }
  for (const FileStep& step : m_steps) {
    TRY(holdOne(step.path, step.content ? std::optional(sha256OfText(*step.content)) : std::nullopt));
  }
  TRY(saveJournal());
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    const fs::path file = m_folder / fromUtf8(m_steps[i].path);
    std::error_code error;
    if (m_steps[i].content) {
      // Atomic: at any time either the old or the new file is there.
      fs::create_directories(file.parent_path(), error);
      fs::rename(m_staging / "new" / std::to_string(i), file, error);
    } else {
      fs::remove(file, error);
    }
    if (error) {
      return cannotReplace(file, error);
    }
  }
  return {};
}

void FolderChange::undo() const {
  if (!m_staging.empty()) {
    // The next change of the folder restores what cannot be restored now.
    static_cast<void>(undoStaged(m_folder, m_staging).has_value());
  }
}

Result<void> FolderChange::keep() {
  std::error_code error;
  if (!m_staging.empty() && (fs::remove(m_staging / kJournalName, error), error)) {
    return cannotReplace(m_staging / kJournalName, error);
  }
  m_isKept = true;
  for (const FileStep& step : m_steps) {  // Folders left empty by removed files.
    std::error_code ofFolder;
    for (fs::path parent = fromUtf8(step.path).parent_path(); !step.content && !parent.empty() && !ofFolder;
         parent = parent.parent_path()) {
      fs::remove(m_folder / parent, ofFolder);
    }
  }
  return {};
}

Result<bool> undoInterruptedChange(const fs::path& folder, JobContext& job, double seconds) {
  if (!hasLeftovers(folder) && !hasLeftovers(folder / kHiddenPacks)) {
    return false;
  }
  const auto lock = FolderLock::take(folder, job, seconds);
  if (!lock) {
    return lock.error().code == ErrorCode::NotFound ? Result<bool>(false) : fail(lock.error());
  }
  return undoLeftovers(folder, *lock, job);
}

}  // namespace texeleton::exporting
