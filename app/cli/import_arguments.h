#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/recipe.h"

namespace texeleton::cli {

/// The options of every command that imports a model.
struct ImportArguments {
  recipe::RecipeImport settings;
  bool noCache = false;
  bool followOutside = false;
  double memoryGibibytes = 0.0;
  double timeoutSeconds = 0.0;
  std::vector<std::string> textures;  ///< NAME=FILE

  void addTo(CLI::App& command);
  /// Adds the textures.
  void addTo(recipe::Recipe& recipe) const;
  /// `recipe`: overridden by the options, with absolute paths.
  importing::ImportRequest request(const recipe::Recipe& recipe) const;
  importing::ImportRequest request() const;
};

/// The options that name motion files and point caches.
struct MotionArguments {
  std::vector<std::string> files;    ///< Or patterns.
  std::vector<std::string> boneMap;  ///< FROM=TO
  recipe::RecipeMotion settings;     ///< Without `boneMap`.
  std::vector<std::string> caches;   ///< FILE or FILE@MESH; the file may be a pattern.
  recipe::RecipeSource cache;        ///< Settings of all caches.
  bool noFound = false;

  void addTo(CLI::App& command);
  /// Appends the given files to those of the recipe. Errors: NotFound (a pattern matches nothing).
  Result<void> addTo(recipe::Recipe& recipe) const;
  /// Adds the files that belong to the model by name, unless an option forbids it.
  void addFoundTo(recipe::Recipe& recipe, const ImportArguments& import, JobContext& job) const;
  /// Call it when all files are known; options for caches apply to all of them. Errors: InvalidArgument (for example a
  /// bone map without a motion).
  Result<void> check(recipe::Recipe& recipe) const;
};

/// A recipe of a model alone.
recipe::Recipe recipeOfModel(const std::string& file);

/// The request to import a model with these options. Errors: as above.
Result<pipeline::ModelRequest> modelRequest(const std::string& model, const ImportArguments& import,
                                            const MotionArguments& motion, JobContext& job);

}  // namespace texeleton::cli
