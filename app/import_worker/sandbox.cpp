#include "app/import_worker/sandbox.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "app/import_worker/syscall_filter.h"
#include "core/base/file_descriptor.h"

namespace texeleton::importing::worker {

namespace fs = std::filesystem;

namespace {

// As in linux/landlock.h, which older systems lack, or have without the later versions.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1;
constexpr int kPathBeneath = 1;
constexpr std::uint64_t kReadFile = 1U << 2;
constexpr std::uint64_t kReadFolder = 1U << 3;

struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scopes = 0;
};

struct [[gnu::packed]] PathBeneath {
  std::uint64_t allowed = 0;
  std::int32_t descriptor = -1;
};

/// All rights of a version of Landlock.
Ruleset everything(long version) {
  constexpr int kOfFirst = 13;  // Execute, write, read file, read folder, remove ×2, make ×7.
  const int fileRights = kOfFirst + (version >= 2 ? 1 : 0) + (version >= 3 ? 1 : 0) + (version >= 5 ? 1 : 0);
  Ruleset rules;
  rules.files = (std::uint64_t{1} << fileRights) - 1;
  rules.network = version >= 4 ? 3 : 0;  // Binding and connecting TCP.
  rules.scopes = version >= 6 ? 3 : 0;   // Abstract sockets and signals.
  return rules;
}

void allowReading(int ruleset, const fs::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!file.isOpen() || ::fstat(file.get(), &status) != 0) {
    return;  // It does not exist, so it cannot be read.
  }
  PathBeneath rule;
  rule.allowed = S_ISDIR(status.st_mode) ? kReadFile | kReadFolder : kReadFile;
  rule.descriptor = file.get();
  static_cast<void>(::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0U));
}

/// Activates Landlock. Returns its version; 0: none.
long restrictFiles(const std::vector<fs::path>& readable) {
  const long version = ::syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  if (version <= 0) {
    return 0;
  }
  const Ruleset rules = everything(version);
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const FileDescriptor ruleset(static_cast<int>(::syscall(kCreateRuleset, &rules, size, 0U)));
  if (!ruleset.isOpen()) {
    return 0;
  }
  for (const fs::path& path : readable) {
    allowReading(ruleset.get(), path);
  }
  return ::syscall(kRestrictSelf, ruleset.get(), 0U) == 0 ? version : 0;
}

/// Soft and hard, so that it cannot be raised again.
void limitForGood(__rlimit_resource resource, rlim_t value) {
  rlimit now{};
  if (::getrlimit(resource, &now) == 0) {
    now.rlim_max = std::min(value, now.rlim_max);
    now.rlim_cur = std::min(value, now.rlim_cur);
    ::setrlimit(resource, &now);
  }
}

void limitResources(const SandboxLimits& limits) {
  constexpr rlim_t kOpenFiles = 64;  // Readers open one file after the other.
  limitForGood(RLIMIT_NOFILE, kOpenFiles);
  limitForGood(RLIMIT_NPROC, 0);
  limitForGood(RLIMIT_MSGQUEUE, 0);
  limitForGood(RLIMIT_MEMLOCK, 0);
  if (limits.fileBytes != 0) {
    // Writing beyond the limit fails, instead of ending the process.
    ::signal(SIGXFSZ, SIG_IGN);
    limitForGood(RLIMIT_FSIZE, static_cast<rlim_t>(limits.fileBytes));
  }
  // Never raises existing limits; for CPU time the signal must come before the hard limit.
  rlimit now{};
  for (const auto resource : {RLIMIT_AS, RLIMIT_CORE, RLIMIT_STACK}) {
    if (::getrlimit(resource, &now) == 0) {
      limitForGood(resource, now.rlim_cur);
    }
  }
  if (::getrlimit(RLIMIT_CPU, &now) == 0 && now.rlim_cur != RLIM_INFINITY) {
    now.rlim_max = std::min(now.rlim_max, now.rlim_cur + 1);
    ::setrlimit(RLIMIT_CPU, &now);
  }
}

}  // namespace

std::string enterSandbox(const SandboxLimits& limits) {
  limitResources(limits);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    return "sandbox: limits; the kernel knows no way to give up privileges";
  }
  const long landlock = restrictFiles(limits.readable);
  const bool filtered = filterSystemCalls();
  return "sandbox: no new privileges, " +
         (landlock != 0 ? "Landlock " + std::to_string(landlock) : std::string("no Landlock in this kernel")) + ", " +
         (filtered ? "seccomp" : "no seccomp in this kernel") + ", limits";
}

}  // namespace texeleton::importing::worker
