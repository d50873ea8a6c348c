#include "app/import_worker/syscall_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace texeleton::importing::worker {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

// Calls that are harmless with any arguments: descriptors are already open, paths are only examined, not opened.
constexpr int kHarmless[] = {
    // Open files, and information about paths.
    __NR_read,
    __NR_pread64,
    __NR_readv,
    __NR_write,
    __NR_writev,
    __NR_pwrite64,
    __NR_lseek,
    __NR_close,
    __NR_fstat,
    __NR_newfstatat,
    __NR_statx,
    __NR_faccessat,
    __NR_readlinkat,
    __NR_getdents64,
    __NR_getcwd,
    __NR_fadvise64,
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
#ifdef __x86_64__
    __NR_stat,
    __NR_lstat,
    __NR_access,
    __NR_readlink,
#endif
    // Memory.
    __NR_munmap,
    __NR_mremap,
    __NR_madvise,
    __NR_brk,
    // Time, waiting for oneself, signals to oneself, the end.
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_gettimeofday,
    __NR_futex,
    __NR_sched_yield,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_restart_syscall,
    __NR_exit,
    __NR_exit_group,
    // Queries about this process and the machine.
    __NR_getpid,
    __NR_gettid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_getrusage,
    __NR_getrlimit,
    __NR_sched_getaffinity,
    __NR_sysinfo,
    __NR_uname,
    __NR_getrandom,
};

/// Builds a filter. Each rule for a call decides it conclusively.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    skipUnless(BPF_JEQ, kArchitecture, 0, 1);
    jump(1);
    answer(SECCOMP_RET_KILL_PROCESS);  // Calls of another architecture (32 bits) have other numbers.
    load(offsetof(seccomp_data, nr));
  }

  void allow(int call) { rule(call, {}); }
  /// Allowed if none of `bits` is set in the low 32 bits of an argument.
  void allowWithout(int call, int argument, std::uint32_t bits) {
    rule(call, {loadOf(argument, false), {BPF_JMP | BPF_JSET | BPF_K, 1, 0, bits}});
  }
  /// Allowed if the argument has this value.
  void allowWith(int call, int argument, std::uint32_t value) {
    rule(call, {loadOf(argument, false), {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value}});
  }
  void refuse(int call, int error) {
    m_code.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<std::uint32_t>(call)});
    answer(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
  }
  /// Allowed if the first argument and both halves of the third are 0.
  void allowAskingOnly(int call) {
    rule(call, {loadOf(0, false),
                {BPF_JMP | BPF_JEQ | BPF_K, 0, 5, 0},
                loadOf(2, false),
                {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, 0},
                loadOf(2, true),
                {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0}});
  }

  bool install() {
    answer(SECCOMP_RET_ERRNO | EPERM);
    const sock_fprog program = {static_cast<unsigned short>(m_code.size()), m_code.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
  }

 private:
  static sock_filter loadOf(int argument, bool high) {
    // Both supported architectures are little-endian.
    const std::size_t offset = offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(argument) + (high ? 4 : 0);
    return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
  }
  void load(std::size_t offset) {
    m_code.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)});
  }
  void skipUnless(std::uint16_t condition, std::uint32_t value, std::uint8_t ifTrue, std::uint8_t ifFalse) {
    m_code.push_back({static_cast<std::uint16_t>(BPF_JMP | condition | BPF_K), ifTrue, ifFalse, value});
  }
  void jump(std::uint32_t count) { m_code.push_back({BPF_JMP | BPF_JA, 0, 0, count}); }
  void answer(std::uint32_t value) { m_code.push_back({BPF_RET | BPF_K, 0, 0, value}); }

  /// `conditions` fall through to "allowed", or skip that one answer.
  void rule(int call, const std::vector<sock_filter>& conditions) {
    const auto length = static_cast<std::uint8_t>(conditions.size() + (conditions.empty() ? 1 : 2));
    skipUnless(BPF_JEQ, static_cast<std::uint32_t>(call), 0, length);
    m_code.insert(m_code.end(), conditions.begin(), conditions.end());
    answer(SECCOMP_RET_ALLOW);
    if (!conditions.empty()) {
      answer(SECCOMP_RET_ERRNO | EPERM);
    }
  }

  std::vector<sock_filter> m_code;
};

}  // namespace

bool filterSystemCalls() {
  if (kArchitecture == 0) {
    return false;
  }
  constexpr std::uint32_t kTemporaryFile = O_TMPFILE & ~O_DIRECTORY;
  constexpr std::uint32_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | kTemporaryFile;
  constexpr std::uint32_t kCode = PROT_EXEC;
  const auto self = static_cast<std::uint32_t>(::getpid());

  Filter filter;
  for (const int call : kHarmless) {
    filter.allow(call);
  }
  filter.allowWithout(__NR_openat, 2, kWriting);
#ifdef __NR_open
  filter.allowWithout(__NR_open, 1, kWriting);
#endif
  filter.allowWithout(__NR_mmap, 2, kCode);
  filter.allowWithout(__NR_mprotect, 2, kCode);
  filter.allowWith(__NR_tgkill, 0, self);
  filter.allowWith(__NR_fcntl, 1, F_GETFL);
  filter.allowAskingOnly(__NR_prlimit64);
#ifdef __NR_clone3
  filter.refuse(__NR_clone3, ENOSYS);
#endif
  return filter.install();
}

}  // namespace texeleton::importing::worker
