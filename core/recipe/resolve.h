#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"
#include "core/vat/mask_choice.h"

namespace texeleton::recipe {

/// Treatment of a clip of the recipe that the model lacks.
enum class MissingClip {
  Fail,  ///< An Error: a pipeline must write all that was requested.
  Skip,  ///< An Issue; the editor continues without the clip.
};

/// Finds the recipe's clips in a model with the recipe's motions, in the same order. Searches the clips of the file
/// that `source` names: the clip at `index` if `sourceName` is its name (or empty), else the one of that name, with an
/// Issue that it has moved. Names of the model come before those of the source file. A recipe without clips gives an
/// empty list, which bakes all clips. Errors: NotFound (names the clip's place in the recipe and similar names),
/// InvalidArgument (an event's time is not finite).
Result<std::vector<bake::ClipSelection>> resolveClips(const Recipe& recipe, const model::Model& model, JobContext& job,
                                                      MissingClip missing = MissingClip::Fail);

/// Converts a mask of layers for the bake.
vat::MaskChoice toMaskChoice(const RecipeMask& mask);

/// The settings to bake `model` by `recipe`, without events of files (see addEvents). Errors: as above.
Result<bake::BakeSettings> toBakeSettings(const Recipe& recipe, const model::Model& model, JobContext& job,
                                          MissingClip missing = MissingClip::Fail);

/// Whether a bake measures the error; always true if it has a limit.
bool measuresError(const Recipe& recipe);

/// Returns the recipe's constraints, for ModelRequest::constraints.
std::vector<constraints::Constraint> constraintsOf(const Recipe& recipe);

importing::ImportOptions toImportOptions(const Recipe& recipe, const std::filesystem::path& recipeFile = {});
pack::PackWriteOptions toWriteOptions(const Recipe& recipe);

/// Adds the events to all selections of their clip. If `settings` selects no clips, which means all, they are listed
/// first.
void addEvents(bake::BakeSettings& settings, const std::vector<ClipEvents>& events, const model::Model& model);

/// The path of the first source with that role, resolved from the recipe's place. Empty: none.
std::filesystem::path sourceFile(const Recipe& recipe, const std::filesystem::path& recipeFile, pack::SourceRole role);

/// The path of a source, resolved from the recipe's place unless that is empty.
std::filesystem::path fileOf(const RecipeSource& source, const std::filesystem::path& recipeFile);

/// Resolves the paths of the sources from the recipe's place, for fileOf(source, {}).
void resolvePaths(Recipe& recipe, const std::filesystem::path& recipeFile);

/// Adds a source, and returns it.
RecipeSource& addSource(Recipe& recipe, pack::SourceRole role, const std::filesystem::path& file);

/// Replaces the file of the first source with that role, or adds it.
void setSource(Recipe& recipe, pack::SourceRole role, const std::filesystem::path& file);

/// The paths of all sources with that role, in order.
std::vector<std::filesystem::path> sourceFiles(const Recipe& recipe, const std::filesystem::path& recipeFile,
                                               pack::SourceRole role);

/// Metres per file unit of the characters with their own unit.
std::map<std::filesystem::path, double> characterScales(const Recipe& recipe, const std::filesystem::path& recipeFile);

/// Compares the sources with their hashes; changed or unreadable ones are Issues.
void checkSources(const Recipe& recipe, const std::filesystem::path& recipeFile, JobContext& job);

/// Lists these clips of a model with the recipe's motions, in place of those of the recipe.
void setClips(Recipe& recipe, const std::vector<bake::ClipSelection>& clips, const model::Model& model);

/// Sets every setting of the bake, default values included, and its clips. `settings`: those of toBakeSettings(), with
/// which the model is baked.
void setSettings(Recipe& recipe, const bake::BakeSettings& settings, const model::Model& model);

/// Converts a recipe whose paths are resolved for a file at `recipeFile`: sources are sorted by role, hashed, and
/// relative to it; those without a known role are left out. Errors: NotFound, Io (unreadable source).
Result<Recipe> recipeFor(Recipe recipe, const std::filesystem::path& recipeFile);

}  // namespace texeleton::recipe
