#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "core/import/import.h"

namespace texeleton::cli {

/// The options that every command has which imports a model.
struct ImportArguments {
  std::optional<double> scale;
  std::string up;
  bool noCache = false;
  bool followOutside = false;
  double memoryGibibytes = 0.0;
  double timeoutSeconds = 0.0;

  void addTo(CLI::App& command);
  ImportRequest request() const;
};

}  // namespace texeleton::cli
