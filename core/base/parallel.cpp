#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace texeleton {

unsigned effectiveThreadCount(unsigned wanted) {
  return wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
}

bool parallelFor(std::size_t count, std::size_t grain, unsigned threadCount, const JobContext& job,
                 const std::function<void(std::size_t, std::size_t)>& body) {
  if (count == 0) {
    return !job.isCancelled();
  }
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunkCount = (count + grain - 1) / grain;
  std::atomic<std::size_t> nextChunk{0};

  const auto work = [&] {
    for (;;) {
      const std::size_t chunk = nextChunk.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= chunkCount || job.isCancelled()) {
        return;
      }
      body(chunk * grain, std::min(count, (chunk + 1) * grain));
    }
  };

  const std::size_t threads = std::min<std::size_t>(effectiveThreadCount(threadCount), chunkCount);
  {
    std::vector<std::jthread> helpers;
    helpers.reserve(threads - 1);
    for (std::size_t i = 1; i < threads; ++i) {
      helpers.emplace_back(work);
    }
    work();
  }
  return !job.isCancelled();
}

}  // namespace texeleton
