#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/bake/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/attachment_orders.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"

namespace texeleton::recipe {

/// Treatment of a clip of the recipe that the model no longer has.
enum class MissingClip {
  Fail,  ///< An Error: a pipeline must not write less than was asked for.
  Skip,  ///< An Issue, and the clip is left out: the editor shows what is left.
};

/// Finds the recipe's clips in a model and its motions, which are those of the recipe in the same order: among the
/// clips of the file that `source` names, the clip at `index` if `sourceName` is its name (or empty), else the one of
/// that name, with an Issue that says it has moved; names are those of the model or, failing that, of the source file.
/// A recipe without clips gives an empty list, which bakes every clip. Errors: NotFound (names the clip's place in the
/// recipe and similar names), InvalidArgument (an event's time is no finite number).
Result<std::vector<bake::ClipSelection>> resolveClips(const Recipe& recipe, const model::Model& model, JobContext& job,
                                                      MissingClip missing = MissingClip::Fail);

/// A mask of layers as a bake and players take it.
bake::MaskChoice toMaskChoice(const RecipeMask& mask);

/// Everything that a bake of `model` by `recipe` takes, but for the events of files (see addEvents). Errors: as above.
Result<bake::BakeSettings> toBakeSettings(const Recipe& recipe, const model::Model& model, JobContext& job,
                                          MissingClip missing = MissingClip::Fail);

/// Whether the error of its bakes is measured; it always is where there is a limit.
bool measuresError(const Recipe& recipe);

/// Returns its constraints, for ModelRequest::constraints.
std::vector<constraints::Constraint> constraintsOf(const Recipe& recipe);

importing::ImportOptions toImportOptions(const Recipe& recipe);
pack::PackWriteOptions toWriteOptions(const Recipe& recipe);

/// Gives the events to every selection of their clip. Where `settings` selects none, which means all, and there are
/// events, the clips of the model are listed first.
void addEvents(bake::BakeSettings& settings, const std::vector<ClipEvents>& events, const model::Model& model);

/// The file of the first source with that role, seen from the recipe's place. Empty: none.
std::filesystem::path sourceFile(const Recipe& recipe, const std::filesystem::path& recipeFile, pack::SourceRole role);

/// The file of a source.
std::filesystem::path fileOf(const RecipeSource& source, const std::filesystem::path& recipeFile);

/// All files with that role, in order.
std::vector<std::filesystem::path> sourceFiles(const Recipe& recipe, const std::filesystem::path& recipeFile,
                                               pack::SourceRole role);

/// Metres per file unit of those characters that are given a unit of their own.
std::map<std::filesystem::path, double> characterScales(const Recipe& recipe, const std::filesystem::path& recipeFile);

/// Compares the sources with their hashes; one that has changed, or cannot be read, becomes an Issue.
void checkSources(const Recipe& recipe, const std::filesystem::path& recipeFile, JobContext& job);

/// The settings of a command line or a first import, to be stored as a recipe.
struct RecipeInput {
  std::filesystem::path modelFile;
  std::filesystem::path eventsFile;  ///< Empty: none. Its events stay in that file, which becomes a source.
  std::vector<std::filesystem::path> motionFiles;
  std::vector<RecipeSource> caches;                         ///< `path` as the file was given, and what is set.
  std::vector<std::filesystem::path> characterFiles;        ///< That share the model's animation.
  std::map<std::filesystem::path, double> characterScales;  ///< For some of them: metres per file unit.
  std::vector<AttachmentOrder> attachments;
  retargeting::BoneMap boneMap;
  retargeting::Retarget retarget = retargeting::Retarget::Auto;
  std::vector<constraints::Constraint> constraints;
  importing::ImportOptions import;
  bake::BakeSettings settings;  ///< Without the events of `eventsFile`.
  pack::PackWriteOptions write;
  bool measure = true;    ///< False: the error is not measured.
  bool unityMeta = true;  ///< False: Unity's import settings beside FBX files are left alone.
  std::vector<std::filesystem::path> unityMetaFiles;  ///< Those that were used: listed, so that changes are noticed.
};

/// The recipe that bakes as `input` does, once written at `recipeFile`: paths become relative to it, files are hashed,
/// clips get index and name. Errors: NotFound, Io (a source cannot be read), InvalidArgument (unknown clip).
Result<Recipe> recipeFromOptions(const RecipeInput& input, const model::Model& model,
                                 const std::filesystem::path& recipeFile);

}  // namespace texeleton::recipe
