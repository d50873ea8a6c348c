#pragma once

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/parsers.h"
#include "core/model/model.h"

namespace texeleton::importing {

/// Reads a model file in this process: selects the parser by suffix and content, then assembles and checks the model.
/// For the worker, tests and benchmarks only, since parsers crash on bad files. Issues are in Model::issues. Errors:
/// those of parseGltf, parseWithAssimp and assembleModel.
Result<model::Model> readModel(ModelFiles& files, const ImportOptions& options, JobContext& job);

}  // namespace texeleton::importing
