#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/bake_arguments.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/batch/up_to_date.h"
#include "core/pipeline/bake_job.h"
#include "core/pipeline/load_model.h"
#include "core/pipeline/pack_job.h"

namespace texeleton::cli {

/// The properties of a bake that are known before an import.
struct BakePlan {
  pipeline::BakeRequest request;  ///< From the bake's own recipe or, if `isLike`, the one with its settings.
  bool isLike = false;
  std::size_t givenAttachments = 0;  ///< Index of the first one from the options.
  std::filesystem::path output;
  batch::AskedBake asked;  ///< All inputs that determine its result.
};

/// Reads the recipe and finds the files. `build`: of buildIdentity(). Errors: of readRecipe; NotFound (a pattern
/// matches nothing), InvalidArgument.
Result<BakePlan> planBake(const RequestArguments& arguments, const std::string& build, JobContext& context);

/// The motion files that an import would find now, without those that a recipe lists: for noticing new ones.
std::vector<std::filesystem::path> motionsNow(const RequestArguments& arguments);

/// A bake with every option resolved.
struct PreparedBake : pipeline::PreparedBake {
  pipeline::PackJob job;
  std::vector<pipeline::ModelReference> references;  ///< Further files that the import read.
};

/// Imports the model and resolves every option. Errors: those of these steps.
Result<PreparedBake> prepareBake(const RequestArguments& arguments, const BakePlan& plan, JobContext& context);

}  // namespace texeleton::cli
