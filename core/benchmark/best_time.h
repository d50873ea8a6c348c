#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/benchmark/figures.h"

namespace texeleton::benchmark {

/// The shortest of as many runs as fit into a figure's time (at least two).
template <class Work>
double bestSeconds(const BenchmarkOptions& options, const Work& work) {
  using Clock = std::chrono::steady_clock;
  double best = std::numeric_limits<double>::infinity();
  const Clock::time_point start = Clock::now();
  for (int run = 0; run < 2 || !options.isOver(std::chrono::duration<double>(Clock::now() - start).count()); ++run) {
    const Clock::time_point begin = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

}  // namespace texeleton::benchmark
