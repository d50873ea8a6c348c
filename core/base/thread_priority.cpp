#include "core/base/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace texeleton {

void standBack([[maybe_unused]] StandBack how) {
#ifdef __linux__
  // Affects only the calling thread, unlike POSIX (setpriority(2), "C library/kernel differences").
  static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + static_cast<int>(how)));
#endif
}

}  // namespace texeleton
