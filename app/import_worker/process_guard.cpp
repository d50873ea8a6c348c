#include "app/import_worker/process_guard.h"

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace texeleton::importing::worker {

namespace {

/// The parsers recurse into nested files, so the readable depth depends on the stack. This size (instead of the usual 8
/// MiB) makes it the same everywhere and larger than any real model needs. The main thread's stack grows up to the
/// current limit and the kernel keeps at least 128 MiB free below it, so no thread is needed.
constexpr rlim_t kStackBytes = 64ull << 20;
/// The distance from the stack's end within which a fault counts as a stack overflow: arguments and environment lie
/// above the stack, and a frame may be large.
constexpr std::uintptr_t kStackMargin = 4ull << 20;

int g_answerDescriptor = -1;
std::uintptr_t g_stackEnd = 0;

void limit(__rlimit_resource resource, rlim_t value) {
  rlimit now{};
  if (::getrlimit(resource, &now) == 0) {
    now.rlim_cur = std::min(value, now.rlim_max);
    ::setrlimit(resource, &now);
  }
}

/// Async-signal-safe: ends the process with a prepared line.
[[noreturn]] void endWith(std::string_view line) {
  [[maybe_unused]] const ssize_t written = ::write(g_answerDescriptor, line.data(), line.size());
  ::_exit(kExitError);
}

void onOutOfMemory() { endWith(kOutOfMemoryLine); }

void onSegmentationFault(int signal, siginfo_t* info, void* /*context*/) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (address > g_stackEnd - kStackMargin && address < g_stackEnd + kStackMargin) {
    endWith(kNestedTooDeepLine);
  }
  // Restores the default action, so that the parent sees the signal.
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void watchStack() {
  limit(RLIMIT_STACK, kStackBytes);
  rlimit stack{};
  ::getrlimit(RLIMIT_STACK, &stack);
  const char here = 0;
  g_stackEnd = reinterpret_cast<std::uintptr_t>(&here) - static_cast<std::uintptr_t>(stack.rlim_cur);

  // A separate stack for the handler, for overflows of the main one.
  static char handlerStack[64 << 10];
  stack_t alternative{};
  alternative.ss_sp = handlerStack;
  alternative.ss_size = sizeof handlerStack;
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = onSegmentationFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace

bool guardProcess(const Task& task, int answerDescriptor) {
  g_answerDescriptor = answerDescriptor;
  if (task.parent != 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != task.parent) {
      return false;  // It ended before it could be watched.
    }
  }
  limit(RLIMIT_CORE, 0);
  if (task.cpuSeconds != 0) {
    limit(RLIMIT_CPU, static_cast<rlim_t>(task.cpuSeconds));
  }
#ifndef TEXELETON_SANITIZED
  // (Sanitizers reserve terabytes of addresses; then only the parent's check of resident memory applies.)
  if (task.memoryBytes != 0) {
    limit(RLIMIT_AS, static_cast<rlim_t>(task.memoryBytes));
  }
#endif
  // Libraries catch std::bad_alloc and report a bad file; with this handler exhausted memory is always reported as
  // such.
  std::set_new_handler(onOutOfMemory);
  watchStack();
  return true;
}

}  // namespace texeleton::importing::worker
