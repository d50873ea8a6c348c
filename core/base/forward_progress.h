#pragma once

#include <string>
#include <utility>

#include "core/base/job_context.h"

namespace texeleton {

/// Wraps a progress function so that a stage never runs backwards: threads that finish parts report in no fixed order.
/// A stage begins anew when it reports 0. Like any progress function it is called by one thread at a time.
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
