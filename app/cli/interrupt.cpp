#include "app/cli/interrupt.h"

#include <array>
#include <atomic>
#include <csignal>

namespace texeleton::cli {

namespace {

/// Ctrl+C, a request to end, a closed pipe of the output (`| head`), a closed terminal.
constexpr std::array<int, 4> kSignals = {SIGINT, SIGTERM, SIGPIPE, SIGHUP};

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
  for (const int signal : kSignals) {
    std::signal(signal, onSignal);
  }
}

CancelOnInterrupt::~CancelOnInterrupt() {
  for (const int signal : kSignals) {
    std::signal(signal, SIG_DFL);
  }
  g_job.store(nullptr);
}

}  // namespace texeleton::cli
