#include "core/pack/swap_folder.h"
#include "core/base/system_reason.h"
#include "core/pack/interrupted_writes.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>

namespace texeleton::pack {

namespace {

constexpr int kMaxSwapAttempts = 100;

enum class Occupant { Nothing, Pack };

/// The item at the pack's path. Errors: InvalidArgument if it must not be replaced.
Result<Occupant> occupantOf(const PackPlace& place) {
  struct stat status = {};
  if (fstatat(place.parent.get(), place.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) {
      return Occupant::Nothing;
    }
    return fail(ErrorCode::Io, message("cannot be looked at: %1", systemReason(errno)), place.path());
  }
  const FileDescriptor folder(
      openat(place.parent.get(), place.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!S_ISDIR(status.st_mode) || !folder.isOpen() || !looksLikePack(folder.get())) {
    return fail(ErrorCode::InvalidArgument,
                "is there already and is no pack, so it is not replaced; give another name or move it away",
                place.path());
  }
  return Occupant::Pack;
}

/// Moves files that other programs put into the folder `name` to the one that replaces it.
void takeOver(const PackPlace& place, const std::string& name, int successor, JobContext& job) {
  const FileDescriptor old(openat(place.parent.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!old.isOpen() || successor < 0) {
    return;
  }
  makeWritable(old);
  for (const std::string& entry : folderEntries(old.get())) {
    const bool isTaken = faccessat(successor, entry.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    if (!isTaken && !isPackFile(entry) && renameat(old.get(), entry.c_str(), successor, entry.c_str()) != 0) {
      job.warn(message("A file beside the old pack's own could not be taken over: %1", systemReason(errno)),
               place.parentPath + name + "/" + entry);
    }
  }
}

/// The pack at the place; not open if there is none.
FileDescriptor packAt(const PackPlace& place) {
  FileDescriptor folder(
      openat(place.parent.get(), place.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  return folder.isOpen() && looksLikePack(folder.get()) ? std::move(folder) : FileDescriptor();
}

/// Removes temporary folders of ended processes, whose lock is free.
void removeLeftovers(const PackPlace& place, JobContext& job) {
  for (const std::string& name : folderEntries(place.parent.get())) {
    if (name.rfind(place.temporaryPrefix(), 0) != 0) {
      continue;
    }
    const FileDescriptor folder(
        openat(place.parent.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (folder.isOpen() && flock(folder.get(), LOCK_EX | LOCK_NB) == 0) {
      takeOver(place, name, packAt(place).get(), job);  // The old pack, after the exchange.
      removePackFiles(place, name);
      if (faccessat(place.parent.get(), name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        job.warn("A folder left by an interrupted bake holds files that are not ours; it was left in place.",
                 place.parentPath + name);
      }
    }
  }
}

/// Removes the pack that was moved aside: its successor is in place.
void dropOldOf(const PackPlace& place, JobContext& job) {
  takeOver(place, place.oldName(), packAt(place).get(), job);
  removePackFiles(place, place.oldName());
}

std::string randomSuffix() {
  std::random_device device;
  char text[9];
  std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(device()));
  return text;
}

}  // namespace

SwapFolder::SwapFolder(PackPlace place, std::string name, FileDescriptor folder)
    : m_place(std::move(place)), m_name(std::move(name)), m_folder(std::move(folder)) {}

SwapFolder::~SwapFolder() {
  if (m_folder.isOpen() && !m_name.empty()) {
    removePackFiles(m_place, m_name);
  }
}

Result<SwapFolder> SwapFolder::begin(PackPlace place, JobContext& job) {
  restoreOldPack(place);
  auto occupant = occupantOf(place);
  TRY(occupant);
  removeLeftovers(place, job);
  if (*occupant == Occupant::Pack) {
    dropOldOf(place, job);
  }
  for (int attempt = 0; attempt < kMaxSwapAttempts; ++attempt) {
    std::string name = place.temporaryPrefix() + std::to_string(getpid()) + "-" + randomSuffix();
    if (mkdirat(place.parent.get(), name.c_str(), 0777) != 0) {
      if (errno == EEXIST) {
        continue;
      }
      return fail(ErrorCode::Io, message("cannot make a folder for the new pack: %1", systemReason(errno)),
                  place.parentPath.empty() ? "." : place.parentPath);
    }
    FileDescriptor folder(openat(place.parent.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    // Another bake may have removed the folder as a leftover before it was locked: then create another. On file systems
    // without locks, writing continues without one.
    const bool taken = folder.isOpen() && flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    struct stat status = {};
    if (folder.isOpen() && !taken && fstat(folder.get(), &status) == 0 && status.st_nlink > 0 &&
        faccessat(place.parent.get(), name.c_str(), F_OK, 0) == 0) {
      return SwapFolder(std::move(place), std::move(name), std::move(folder));
    }
  }
  return fail(ErrorCode::Io, "cannot make a folder for the new pack", place.path());
}

Result<void> SwapFolder::swapIn(bool flushToDisk, bool tryExchange, JobContext& job) {
  const int parent = m_place.parent.get();
  if (flushToDisk && fsync(m_folder.get()) != 0) {
    return fail(ErrorCode::Io, message("flushing to the disk failed: %1", systemReason(errno)), m_place.path());
  }
  auto occupant = occupantOf(m_place);
  TRY(occupant);
  struct stat status = {};
  const bool hasMode =
      *occupant == Occupant::Pack && fstatat(parent, m_place.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  auto swapped = exchangeOrRename(flushToDisk, tryExchange && *occupant == Occupant::Pack, job);
  if (swapped && hasMode) {
    // Keeps the owner's permissions; failure is ignored. Last, since files cannot be moved into a read-only folder.
    fchmod(m_folder.get(), status.st_mode & 07777);
  }
  return swapped;
}

Result<void> SwapFolder::exchangeOrRename(bool flushToDisk, bool tryExchange, JobContext& job) {
  const int parent = m_place.parent.get();
  bool exchanged = false;
#ifdef RENAME_EXCHANGE
  if (tryExchange) {
    exchanged = renameat2(parent, m_name.c_str(), parent, m_place.name.c_str(), RENAME_EXCHANGE) == 0;
  }
#else
  (void)tryExchange;
#endif
  if (exchanged) {
    const std::string old = std::exchange(m_name, {});
    if (flushToDisk) {
      fsync(parent);
    }
    dropOld(old, job);
    return {};
  }
  TRY(swapInTwoSteps(job));
  if (flushToDisk) {
    fsync(parent);
  }
  return {};
}

Result<void> SwapFolder::swapInTwoSteps(JobContext& job) {
  const int parent = m_place.parent.get();
  for (int attempt = 0; attempt < kMaxSwapAttempts; ++attempt) {
    auto occupant = occupantOf(m_place);
    TRY(occupant);
    if (*occupant == Occupant::Pack) {
      removePackFiles(m_place, m_place.oldName());
      if (renameat(parent, m_place.name.c_str(), parent, m_place.oldName().c_str()) != 0 && errno != ENOENT) {
        return fail(ErrorCode::Io, message("the old pack cannot be moved aside: %1", systemReason(errno)),
                    m_place.path());
      }
    }
    if (renameat(parent, m_name.c_str(), parent, m_place.name.c_str()) == 0) {
      m_name.clear();
      dropOld(m_place.oldName(), job);
      return {};
    }
    // A reader may have restored the old pack between the two renames: try again.
    if (errno != ENOTEMPTY && errno != EEXIST) {
      const int error = errno;
      restoreOldPack(m_place);
      errno = error;
      return fail(ErrorCode::Io, message("the new pack cannot be put in place: %1", systemReason(errno)),
                  m_place.path());
    }
  }
  return fail(ErrorCode::Io, "the new pack cannot be put in place: others keep changing it", m_place.path());
}

void SwapFolder::dropOld(const std::string& name, JobContext& job) {
  takeOver(m_place, name, m_folder.get(), job);
  removePackFiles(m_place, name);
  if (faccessat(m_place.parent.get(), name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
    job.warn("The pack that was there before could not be removed; remove it yourself.", m_place.parentPath + name);
  }
}

void clearInterruptedWrites(const std::filesystem::path& folder, JobContext& job) {
  constexpr std::string_view kOld = ".texpack.old";
  constexpr std::string_view kTemporary = ".texpack.tmp-";
  constexpr std::size_t kSuffix = std::string_view(".texpack").size();
  const FileDescriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& entry : opened.isOpen() ? folderEntries(opened.get()) : std::vector<std::string>()) {
    const std::size_t end = entry.ends_with(kOld) ? entry.size() - kOld.size() : entry.find(kTemporary);
    if (!entry.starts_with('.') || end == std::string::npos || end < 2) {
      continue;
    }
    if (auto place = findPackPlace(folder / entry.substr(1, end - 1 + kSuffix))) {
      restoreOldPack(*place);
      removeLeftovers(*place, job);
      if (packAt(*place).isOpen()) {
        dropOldOf(*place, job);
      }
    }
  }
}

}  // namespace texeleton::pack
