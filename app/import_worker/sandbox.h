#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texeleton::importing::worker {

/// The files and descriptors that a sandboxed process may use.
struct SandboxLimits {
  std::vector<std::filesystem::path> readable;  ///< Files, and folders with all that is in them.
  std::uint64_t fileBytes = 0;                  ///< Size limit of files already open for writing; 0: no limit.
};

/// Restricts this process permanently before it reads an untrusted file. Afterwards it can read the listed files, use
/// open descriptors, allocate memory and exit. It cannot open files for writing, connect, start processes or threads,
/// signal other processes, map code or raise limits.
///
/// Uses no_new_privs, Landlock (for files), a seccomp filter (for system calls; forbidden ones fail with "operation not
/// permitted") and resource limits. Features that the kernel lacks are skipped. Returns a line with the active ones for
/// logs: "sandbox: no new privileges, Landlock 6, seccomp, limits".
std::string enterSandbox(const SandboxLimits& limits);

}  // namespace texeleton::importing::worker
