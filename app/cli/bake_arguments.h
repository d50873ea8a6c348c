#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/attach_arguments.h"
#include "app/cli/import_arguments.h"
#include "app/cli/mesh_arguments.h"
#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/export/export_places.h"
#include "core/recipe/recipe.h"

namespace texeleton::cli {

enum class BakeShape {
  One,     ///< A model or a recipe becomes the pack that `output` names.
  Shared,  ///< All of `inputs` become one pack with one texture.
  Many,    ///< Each of `inputs` becomes its own pack in the folder `output`, or beside the recipe.
};

/// A model or a recipe to bake, and the settings that override the recipe. Empty strings and unset optionals: not
/// given.
struct RequestArguments {
  std::string model;                 ///< Empty: the recipe's.
  std::vector<std::string> further;  ///< Models that share the animation of `model`.
  std::string recipe;
  std::string like;
  recipe::Recipe settings;  ///< Settings of the bake and of writing, and the results of parseClipArgument().
  bool stripNames = false;
  std::string events;
  bool fit = false;
  std::string fitPicture;
  std::string saveRecipe;
  std::vector<std::string> characterScales;  ///< NAME=METRES
  ImportArguments import;
  MotionArguments motion;
  AttachArguments attached;
  std::string output;  ///< The pack.
  /// For exports: creates folders above the pack, verifies the written pack, and writes the files beside it.
  std::vector<exporting::ExportPlace> places;
  std::string given = "{}";  ///< The given options that determine the pack's content; files only by their content.

  /// Overrides a recipe's settings with the given ones.
  void putOver(recipe::Recipe& under) const;
  /// Adds `further`, and sets the given units of characters. Errors: InvalidArgument (an unknown character).
  Result<void> addCharacters(recipe::Recipe& under) const;
};

/// The options of `bake` and `watch`.
struct BakeArguments : RequestArguments {
  std::vector<std::string> inputs;  ///< Models, recipes and patterns.
  std::string folder;               ///< The folder given as `output`, created if missing; empty: `output` is no folder.
  std::vector<std::string> clips;
  std::vector<std::string> expose;
  bool exposeIgnoreCase = false;
  std::vector<std::string> masks;
  MeshArguments meshes;
  bool shareAnimation = false;
  bool ifChanged = false;
  bool dryRun = false;        ///< For `bake`: reports the size without baking or writing.
  std::string pack;           ///< An existing pack to export in place of a bake.
  std::vector<Issue> issues;  ///< Found before the bake; reported with it.
  unsigned jobs = 0;
  unsigned threads = 0;
  BakeShape shape = BakeShape::One;

  void addTo(CLI::App& command);
  /// Adds the options that determine a pack's content, without those for inputs, outputs and recipes.
  void addSettingsTo(CLI::App& command);
  /// Checks rules that the parser cannot express, and fills in derived values; throws the parser's errors, so that they
  /// are reported as wrong usage.
  void check(const CLI::App& command);
  /// The part of check() for addSettingsTo(). `ofRecipes`: whether inputs are recipes, which may have error limits.
  void checkSettings(const CLI::App& command, bool ofRecipes);
  /// For a Shared shape: finds the files. Errors: NotFound, InvalidArgument (fewer than two).
  Result<void> findCharacters();
  /// Creates the folder for the packs. Errors: Io.
  Result<void> makeFolder() const;

 private:
  void checkOne();
  void checkMany();
  void checkShared();
};

}  // namespace texeleton::cli
