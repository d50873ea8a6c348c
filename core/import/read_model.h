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

/// `texeleton-import --time-assimp FILE` prints secondsOfPlainAssimp, the baseline of the benchmarks. It is measured
/// here because no other program links Assimp.
inline constexpr const char* kTimeAssimpArgument = "--time-assimp";

/// The fewest seconds, over several runs, that Assimp takes to import a cached file without post-processing; 0 if it
/// fails.
double secondsOfPlainAssimp(const char* file);

}  // namespace texeleton::importing
