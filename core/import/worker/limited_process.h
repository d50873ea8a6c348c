#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::importing {

/// A program to run under limits.
struct LimitedProcess {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  int resultDescriptor = -1;      ///< Becomes descriptor 3 of the program; -1: none.
  double timeSeconds = 120.0;     ///< Limit of the wall clock.
  std::uint64_t memoryBytes = 0;  ///< Limit of resident memory, checked many times a second; 0: none.
  std::uint64_t resultBytes = 0;  ///< Limit of the size of the file of `resultDescriptor`; 0: none.
  /// The names of variables passed to the program, if they are set; a name that ends with `*` matches all variables
  /// with that prefix.
  std::vector<std::string> environment;
  /// Called for each line (without its line end) of the program's standard output, from the calling thread.
  std::function<void(std::string_view line)> onLine;
};

/// The end of a program.
struct ProcessEnd {
  enum class Kind {
    Exited,     ///< By itself, with `code`.
    Signalled,  ///< By the signal `code`, not sent by this process.
    TimedOut,   ///< Killed: its time limit was exceeded.
    TooMuchMemory,
    TooMuchOutput,   ///< Killed: a line or the whole output was too long.
    TooLargeResult,  ///< Killed: the file behind its result descriptor grew too large.
    Cancelled,
  };
  Kind kind = Kind::Exited;
  int code = 0;
  std::string errorOutput;  ///< The end of its standard error, at most 4 KiB.
};

/// Whether the user may run a file.
bool isProgram(const std::filesystem::path& file);

/// Runs a program and waits for its end. If it exceeds a limit or the job is cancelled, kills it with all its children:
/// its process group, and processes that left the group but still hold its standard output or error. The program's
/// standard input is empty, it gets no other descriptors or variables, and runs in its own process group. Errors: Io
/// (it could not be started).
Result<ProcessEnd> runLimited(const LimitedProcess& process, const JobContext& job);

}  // namespace texeleton::importing
