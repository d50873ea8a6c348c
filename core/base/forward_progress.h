#pragma once

#include <string>
#include <utility>

#include "core/base/job_context.h"

namespace texeleton {

/// Wraps a progress function so that a stage never goes backwards: threads report finished parts in no fixed order. A
/// stage restarts when it reports 0. Must be called by one thread at a time, like any progress function.
inline JobContext::ProgressFunction forwardOnly(JobContext::ProgressFunction show) {
  if (!show) {
    return {};
  }
  return [show = std::move(show), furthest = 0.0, current = std::string()](double fraction, const char* stage) mutable {
    const bool same = current == stage;
    if (same && fraction > 0.0 && fraction < furthest) {
      return;
    }
    furthest = fraction;
    if (!same) {
      current = stage;
    }
    show(fraction, stage);
  };
}

}  // namespace texeleton
