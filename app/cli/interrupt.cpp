#include "app/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace texeleton::cli {

namespace {

std::atomic<JobContext*> g_job{nullptr};
static_assert(std::atomic<JobContext*>::is_always_lock_free, "used in a signal handler");

void onSignal(int /*signal*/) {
  if (JobContext* job = g_job.load()) {
    job->cancel();
  }
}

}  // namespace

CancelOnInterrupt::CancelOnInterrupt(JobContext& job) {
  g_job.store(&job);
  std::signal(SIGINT, onSignal);
  std::signal(SIGTERM, onSignal);
}

CancelOnInterrupt::~CancelOnInterrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  g_job.store(nullptr);
}

}  // namespace texeleton::cli
