#include "core/base/parallel.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <QSemaphore>
#include <QThreadPool>
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace texeleton {

namespace {

/// A pool of persistent threads: starting one takes as long as baking some hundred frames.
QThreadPool& pool() {
  class Pool : public QThreadPool {
   public:
    Pool() { setMaxThreadCount(256); }
  };
  static Pool threads;
  return threads;
}

}  // namespace

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

  std::mutex mutex;
  std::exception_ptr thrown;  ///< The first exception, rethrown in the calling thread.
  const auto run = [&] {
    for (;;) {
      const std::size_t chunk = nextChunk.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= chunkCount || job.isCancelled()) {
        return;
      }
      body(chunk * grain, std::min(count, (chunk + 1) * grain));
    }
  };
  const auto work = [&] {
    try {
      run();
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = thrown ? thrown : std::current_exception();
      nextChunk = chunkCount;
    }
  };

  const std::size_t threads = std::min<std::size_t>(effectiveThreadCount(threadCount), chunkCount);
  QSemaphore done;
  int started = 0;
  const auto help = [&] {
    work();
    done.release();
  };
  // If the pool has no thread left (jobs within jobs), the others do the work.
  while (static_cast<std::size_t>(started) + 1 < threads && pool().tryStart(help)) {
    ++started;
  }
  work();
  // The others are at their last chunk: sleeping and waking would often take longer.
  constexpr int kSpins = 2000;
  for (int spin = 0; started > 0 && spin < kSpins && done.available() < started; ++spin) {
    std::this_thread::yield();
  }
  done.acquire(started);
  if (thrown) {
    std::rethrow_exception(thrown);
  }
  return !job.isCancelled();
}

void standBack([[maybe_unused]] StandBack how) {
#ifdef __linux__
  // Affects only the calling thread, unlike POSIX (setpriority(2), "C library/kernel differences").
  static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + static_cast<int>(how)));
#endif
}

}  // namespace texeleton
