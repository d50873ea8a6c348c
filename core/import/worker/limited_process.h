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
  double timeSeconds = 120.0;     ///< By the clock on the wall.
  std::uint64_t memoryBytes = 0;  ///< Of resident memory, looked at many times a second; 0: no limit.
  std::uint64_t resultBytes = 0;  ///< Of the file behind `resultDescriptor`, likewise; 0: no limit.
  /// The names of variables that the program gets, if they are set; one that ends with `*` stands for all that begin
  /// so.
  std::vector<std::string> environment;
  /// Called for each line (without its end) that the program writes to its standard output, from the calling thread.
  std::function<void(std::string_view line)> onLine;
};

/// The end of a program.
struct ProcessEnd {
  enum class Kind {
    Exited,     ///< By itself, with `code`.
    Signalled,  ///< By the signal `code`, which was not ours.
    TimedOut,   ///< Killed: it took longer than it may.
    TooMuchMemory,
    TooMuchOutput,   ///< Killed: a line, or its output as a whole, was absurdly long.
    TooLargeResult,  ///< Killed: the file behind its result descriptor grew too large.
    Cancelled,
  };
  Kind kind = Kind::Exited;
  int code = 0;
  std::string errorOutput;  ///< The end of what it wrote to standard error, at most 4 KiB.
};

/// Runs a program and waits for its end; when it passes a limit or the job is cancelled, kills it with everything that
/// it started: its process group, and what left the group and still holds its standard output or error. Its standard
/// input is empty, it gets no other descriptors and no other variables, and runs in a process group of its own.
/// Errors: Io (it could not be started).
Result<ProcessEnd> runLimited(const LimitedProcess& process, const JobContext& job);

}  // namespace texeleton::importing
