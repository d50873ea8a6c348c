#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/console.h"

namespace texeleton::cli {

/// `bench --gpu`: the cost of crowds on this machine's GPU.
struct GpuBenchArguments {
  bool wanted = false;
  std::vector<std::uint32_t> instances;
  std::string backend;
  std::string size = "1920x1080";
  double secondsPerFigure = 1.0;
  double mostSeconds = 150.0;

  /// Adds --gpu and its further options.
  void addTo(CLI::App& command);
};

/// Measures and prints the figures. Returns an ExitCode, or why there are no figures.
Result<int> benchGpu(const GpuBenchArguments& arguments, const std::string& platformProblem, const Console& console);

}  // namespace texeleton::cli
