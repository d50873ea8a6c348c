#include "core/base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "core/base/elapsed.h"
#include "core/base/system_reason.h"

namespace texeleton {

namespace {

constexpr std::chrono::milliseconds kBetweenTries{10};

/// Whether the path still names the opened folder.
bool isStillThere(int descriptor, const std::filesystem::path& folder) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(folder.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder, const JobContext& job, double seconds) {
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    FolderLock lock(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock.m_descriptor.isOpen()) {
      const ErrorCode code = errno == ENOENT || errno == ENOTDIR ? ErrorCode::NotFound : ErrorCode::Io;
      return fail(code, message("the folder cannot be opened: %1", systemReason(errno)), folder.string());
    }
    for (;;) {
      lock.m_isHeld = ::flock(lock.m_descriptor.get(), LOCK_EX | LOCK_NB) == 0;
      if (lock.m_isHeld || (errno != EWOULDBLOCK && errno != EINTR)) {
        break;
      }
      if (job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "cancelled", folder.string());
      }
      if (secondsSince(start) >= seconds) {
        return fail(ErrorCode::Io, "another program is writing to this folder; wait until it is done and try again",
                    folder.string());
      }
      std::this_thread::sleep_for(kBetweenTries);
    }
    if (isStillThere(lock.m_descriptor.get(), folder.empty() ? "." : folder)) {
      return lock;
    }
  }
}

}  // namespace texeleton
