#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/job_context.h"

namespace texeleton::batch {

/// One piece of a batch.
struct BatchItem {
  std::string name;          ///< Its name in progress messages.
  std::uint64_t weight = 0;  ///< Estimated duration, in any unit: heavy items start first.
};

struct BatchOptions {
  unsigned jobs = 0;     ///< Items in parallel; 0: one per thread, at most one per item.
  unsigned threads = 0;  ///< Shared by all items; 0: as many as the machine has.
};

/// The number of items that run in parallel.
unsigned jobsOf(const BatchOptions& options, std::size_t itemCount);

/// Runs `work` for every item, several at once, each in its own context with its share of the threads. Failures do not
/// affect other items. `done` is called after each, one call at a time, from any thread. When `job` is cancelled,
/// running items are cancelled and no more are started: the result is false, and neither function is called for items
/// not started. `job` receives the overall progress.
bool runBatch(const std::vector<BatchItem>& items, const BatchOptions& options,
              const std::function<void(std::size_t item, JobContext& context)>& work,
              const std::function<void(std::size_t item)>& done, JobContext& job);

}  // namespace texeleton::batch
