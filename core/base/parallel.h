#pragma once

#include <cstddef>
#include <functional>

#include "core/base/job_context.h"

namespace texeleton {

/// The number of threads to use for `wanted` (0 = one per hardware thread); at least 1.
unsigned effectiveThreadCount(unsigned wanted);

/// Runs `body(begin, end)` over disjoint chunks that cover [0, count), on up to `threadCount` threads (0 = all),
/// including the calling one. Chunks hold `grain` items (the last may hold fewer) and start at multiples of `grain`,
/// so that results do not depend on the number of threads. Returns false as soon as `job` is cancelled (chunks under
/// way are finished), true when everything ran. An exception of `body` (std::bad_alloc) is thrown again from here after
/// all threads have ended.
bool parallelFor(std::size_t count, std::size_t grain, unsigned threadCount, const JobContext& job,
                 const std::function<void(std::size_t begin, std::size_t end)>& body);

/// Nice levels of background threads. The thread of the user interface has none.
enum class StandBack {
  Frames = 3,  ///< Pictures of the viewport.
  Work = 6,    ///< Importing, baking, measuring.
};

/// Lowers the priority of the calling thread and of the threads and processes that it starts, permanently. Linux only.
void standBack(StandBack how);

}  // namespace texeleton
