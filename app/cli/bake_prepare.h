#pragma once

#include <filesystem>
#include <memory>

#include "app/cli/bake_arguments.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pipeline/pack_job.h"

namespace texeleton::cli {

/// A bake with every option settled.
struct PreparedBake {
  PackJob job;
  std::shared_ptr<const Model> model;
};

/// Reads the recipe, imports the model and settles every option. Errors: of all of these.
Result<PreparedBake> prepareBake(const BakeArguments& arguments, JobContext& context);

/// Errors about what is in a file name the file.
Error aboutFile(const std::filesystem::path& file, Error error);

}  // namespace texeleton::cli
