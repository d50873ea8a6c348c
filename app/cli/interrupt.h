#pragma once

#include "core/base/job_context.h"

namespace texeleton::cli {

/// While it lives, Ctrl+C, SIGTERM, and output or a terminal that nobody reads any more (SIGPIPE, SIGHUP) cancel the
/// job, so that temporary files are removed. One at a time.
class CancelOnInterrupt {
 public:
  explicit CancelOnInterrupt(JobContext& job);
  ~CancelOnInterrupt();
  CancelOnInterrupt(const CancelOnInterrupt&) = delete;
  CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

}  // namespace texeleton::cli
