#pragma once

#include <filesystem>
#include <utility>

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

  FolderLock(FolderLock&& other) noexcept
      : m_descriptor(std::exchange(other.m_descriptor, -1)), m_isHeld(std::exchange(other.m_isHeld, false)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_isHeld, other.m_isHeld);
    return *this;
  }
  ~FolderLock();

  /// False on a file system without locks.
  bool isHeld() const { return m_isHeld; }

 private:
  explicit FolderLock(int descriptor) : m_descriptor(descriptor) {}

  int m_descriptor = -1;
  bool m_isHeld = false;
};

}  // namespace texeleton
