#pragma once

#include <cstddef>
#include <cstdint>

/// A disk that fills up on demand. This library is between a program and the C library: calls that create, write,
/// flush, close, link or rename files under one folder are counted, and from a given one on they fail with "no space
/// left on device". Programs that do not link it get it by LD_PRELOAD and these variables:
///   FAILING_WRITES_FOLDER  the folder (canonical)
///   FAILING_WRITES_CALL    the first call that fails, from 1
///   FAILING_WRITES_HOW     "once", "from", "short" or "die"
///   FAILING_WRITES_COUNT   a file to write the number of calls to at the end, outside of the folder
extern "C" {

enum FailingWritesHow : int {
  kFailOnce = 0,   ///< This call only.
  kFailFrom = 1,   ///< It and all after it, as on a disk that stays full.
  kFailShort = 2,  ///< Should it write, it writes half; all after it fail.
  kDie = 3,        ///< The process ends there, as if killed. Calls that remove files count too.
};

/// Fails from the `call`-th on (from 1; 0: none), under the canonical path `folder`. Restarts the count.
void failWrites(const char* folder, std::uint64_t call, int how);
/// Stops and returns the number of calls.
std::uint64_t stopFailingWrites();
}

namespace texeleton::test {

/// During its lifetime, writing under a folder fails.
class FailingWrites {
 public:
  FailingWrites(const char* folder, std::uint64_t call, FailingWritesHow how) { failWrites(folder, call, how); }
  ~FailingWrites() { stop(); }
  FailingWrites(const FailingWrites&) = delete;
  FailingWrites& operator=(const FailingWrites&) = delete;

  /// The number of calls.
  std::uint64_t stop() {
    if (!m_isStopped) {
      m_isStopped = true;
      m_calls = stopFailingWrites();
    }
    return m_calls;
  }

 private:
  bool m_isStopped = false;
  std::uint64_t m_calls = 0;
};

}  // namespace texeleton::test
