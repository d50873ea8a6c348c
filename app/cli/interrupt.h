#pragma once

#include "core/base/job_context.h"

namespace texeleton::cli {

/// During its lifetime, Ctrl+C, SIGTERM, and closed output or terminals (SIGPIPE, SIGHUP) cancel the job, so that
/// temporary files are removed. Only one may exist at a time.
class CancelOnInterrupt {
 public:
  explicit CancelOnInterrupt(JobContext& job);
  ~CancelOnInterrupt();
  CancelOnInterrupt(const CancelOnInterrupt&) = delete;
  CancelOnInterrupt& operator=(const CancelOnInterrupt&) = delete;
};

}  // namespace texeleton::cli
