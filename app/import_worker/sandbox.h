#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texeleton::importing::worker {

/// What a sandboxed process may still reach.
struct SandboxLimits {
  std::vector<std::filesystem::path> readable;  ///< Files, and folders with all that is in them.
  std::uint64_t fileBytes = 0;                  ///< Of a file that is open for writing already; 0: no limit.
};

/// Locks this process in, for good, before a file that may be hostile is read. From then on it can read what is listed,
/// use the descriptors that are open, take memory and end. It can open nothing for writing, connect to nothing, start
/// no process or thread, signal nobody else, map no code and raise no limit.
///
/// Made of no_new_privs, Landlock (which files), a seccomp filter (which system calls; the others fail with "operation
/// not permitted") and resource limits. What the kernel lacks is left out. Returns a line that says what holds, for
/// logs: "sandbox: no new privileges, Landlock 6, seccomp, limits".
std::string enterSandbox(const SandboxLimits& limits);

}  // namespace texeleton::importing::worker
