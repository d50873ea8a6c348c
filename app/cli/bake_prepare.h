#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/bake_arguments.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/batch/up_to_date.h"
#include "core/model/model.h"
#include "core/pipeline/fit.h"
#include "core/pipeline/import_sources.h"
#include "core/pipeline/pack_job.h"
#include "core/recipe/recipe.h"

namespace texeleton::cli {

/// The properties of a bake that are known before an import.
struct BakePlan {
  std::optional<recipe::Recipe> recipe;  ///< The bake's own recipe or, if `isLike`, the one with its settings.
  std::filesystem::path recipeFile;      ///< The recipe's path.
  bool isLike = false;
  pipeline::SourcePlan sources;
  std::size_t givenAttachments = 0;  ///< Index of the first one from the options.
  pipeline::PackJob job;             ///< Without settings.
  batch::AskedBake asked;            ///< All inputs that determine its result.
};

/// Reads the recipe and finds the files. `build`: of buildIdentity(). Errors: of readRecipe; NotFound (a pattern
/// matches nothing), InvalidArgument.
Result<BakePlan> planBake(const BakeArguments& arguments, const std::string& build, JobContext& context);

/// The motion files that the model would take now, so that new ones can be noticed; those that a recipe lists are not
/// among them.
std::vector<std::filesystem::path> motionsNow(const BakeArguments& arguments);

/// A bake with every option settled.
struct PreparedBake {
  pipeline::PackJob job;
  std::shared_ptr<const model::Model> model;
  std::vector<pipeline::ModelReference> references;     ///< Further files that the import read.
  std::vector<pipeline::PlacedAttachment> attachments;  ///< Attachments of the character.
  pipeline::FitLimits fitLimits;
  std::optional<pipeline::FitResult> fit;  ///< Result of --fit; the settings are those of the chosen candidate.
};

/// Imports the model and resolves every option. Errors: those of these steps.
Result<PreparedBake> prepareBake(const BakeArguments& arguments, const BakePlan& plan, JobContext& context);

/// Adds the file's name to errors about its content.
Error aboutFile(const std::filesystem::path& file, Error error);

}  // namespace texeleton::cli
