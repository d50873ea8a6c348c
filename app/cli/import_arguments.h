#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/import/import.h"
#include "core/pipeline/load_model.h"

namespace texeleton::cli {

/// The options that every command has which imports a model.
struct ImportArguments {
  std::optional<double> scale;
  std::string up;
  std::string hidden;
  bool noCache = false;
  bool noMeta = false;
  bool followOutside = false;
  double memoryGibibytes = 0.0;
  double timeoutSeconds = 0.0;

  void addTo(CLI::App& command);
  importing::ImportRequest request() const;
};

/// The options that name motion files and point caches.
struct MotionArguments {
  std::vector<std::string> files;    ///< Or patterns.
  std::vector<std::string> boneMap;  ///< FROM=TO
  std::string retarget;
  std::vector<std::string> caches;  ///< FILE or FILE@MESH; the file may be a pattern.
  std::optional<double> cacheFps;
  std::optional<double> cacheScale;
  std::string cacheUp;
  std::string pieces;  ///< A length; empty: no pieces.
  bool noFound = false;

  void addTo(CLI::App& command);
  /// Adds what was given after what the request has. Errors: NotFound (a pattern matches nothing).
  Result<void> addTo(pipeline::ModelRequest& request) const;
  /// Adds the files that belong to the model by their names, unless told not to.
  void addFoundTo(pipeline::ModelRequest& request, JobContext& job) const;
  /// Once all are known; what is given about caches goes to all of them. Errors: InvalidArgument (a bone map, but no
  /// motion, and the like).
  Result<void> check(pipeline::ModelRequest& request) const;
};

}  // namespace texeleton::cli
