#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texeleton::fuzz {

/// A program to run, and its limits.
struct WatchedProgram {
  std::vector<std::string> command;
  std::vector<std::string> environment;  ///< NAME=VALUE, beside PATH and the locale.
  std::filesystem::path folder;          ///< Working folder; output and errors become files there.
  double seconds = 60.0;                 ///< Killed after this.
};

struct WatchedEnd {
  bool timedOut = false;
  int signal = 0;  ///< 0: it ended by itself.
  int exitCode = 0;
  double seconds = 0.0;
  std::uint64_t peakBytes = 0;  ///< Resident, of it or of the largest program that it started.
  std::string errors;           ///< The end of its standard error.
};

/// Runs the program in a process group of its own and waits for its end.
WatchedEnd run(const WatchedProgram& program);

}  // namespace texeleton::fuzz
