#pragma once

#include <filesystem>

#include "core/base/file_descriptor.h"
#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton {

/// An exclusive, advisory lock on a folder, among all threads and processes that take one. It is released with this
/// object, and by the system when the process ends or is killed. No lock file is written.
class FolderLock {
 public:
  /// Waits at most `seconds` for the lock. On a file system without locks, isHeld() is false. Errors: NotFound (no such
  /// folder), Io (not free in time), Cancelled.
  static Result<FolderLock> take(const std::filesystem::path& folder, const JobContext& job, double seconds);

  /// False on a file system without locks.
  bool isHeld() const { return m_isHeld; }

 private:
  explicit FolderLock(int descriptor) : m_descriptor(descriptor) {}

  FileDescriptor m_descriptor;
  bool m_isHeld = false;
};

}  // namespace texeleton
