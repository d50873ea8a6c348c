#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/clip_argument.h"
#include "app/cli/import_arguments.h"
#include "app/cli/mesh_arguments.h"
#include "app/cli/root_motion_arguments.h"
#include "core/bake/bake_settings.h"

namespace texeleton::cli {

/// The options of `bake`. Empty strings and unset optionals mean: not given, so that a recipe's value stands.
struct BakeArguments {
  std::string model;
  std::string output;
  std::string mode;
  std::vector<std::string> clips;
  std::optional<double> fps;
  std::string loop;
  std::vector<std::string> expose;
  bool exposeIgnoreCase = false;
  std::string events;
  std::string pixelFormat;
  std::string compression;
  std::string size;
  std::optional<std::uint32_t> maxSize;
  std::optional<double> maxError;
  bool ownElements = false;
  bool noMeasure = false;
  std::string recipe;
  std::string saveRecipe;
  unsigned threads = 0;
  ImportArguments import;
  MotionArguments motion;
  MeshArguments meshes;
  RootMotionArguments rootMotion;

  std::vector<ClipArgument> parsedClips;

  void addTo(CLI::App& command);
  /// What the parser cannot check by itself; throws its errors, so that they end as wrong usage.
  void check();
  std::vector<ExposeFilter> exposeFilters() const;
};

}  // namespace texeleton::cli
