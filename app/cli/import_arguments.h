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

/// The options that every command has which imports a model.
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
  /// `recipe`: with the options put over it, and absolute paths.
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
  /// Adds what was given after what the recipe has. Errors: NotFound (a pattern matches nothing).
  Result<void> addTo(recipe::Recipe& recipe) const;
  /// Adds the files that belong to the model by their names, unless told not to.
  void addFoundTo(recipe::Recipe& recipe, const ImportArguments& import, JobContext& job) const;
  /// Once all are known; what is given about caches goes to all of them. Errors: InvalidArgument (a bone map, but no
  /// motion, and the like).
  Result<void> check(recipe::Recipe& recipe) const;
};

/// A recipe of a model alone.
recipe::Recipe recipeOfModel(const std::string& file);

/// The request to import a model with what these options say. Errors: as above.
Result<pipeline::ModelRequest> modelRequest(const std::string& model, const ImportArguments& import,
                                            const MotionArguments& motion, JobContext& job);

}  // namespace texeleton::cli
