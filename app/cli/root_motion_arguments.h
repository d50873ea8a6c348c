#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/bake/bake_settings.h"

namespace texeleton::cli {

/// The options of `bake` about root motion. Empty: not given, so that a recipe's value stands.
struct RootMotionArguments {
  std::string mode;
  std::string node;
  std::string yaw;
  std::string height;

  void addTo(CLI::App& command);
  void applyTo(bake::RootMotionSettings& settings) const;
};

}  // namespace texeleton::cli
