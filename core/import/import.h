#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/file_hash.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import_options.h"
#include "core/import/unity/unity_meta_options.h"
#include "core/model/model.h"

namespace texeleton::importing {

struct ImportRequest {
  ImportOptions options;
  UnityMetaOptions unityMeta;
  ImportLimits limits;
  ImportCacheOptions cache;
  std::filesystem::path workerProgram;  ///< Empty: importModel searches for `texeleton-import`.
};

/// Another file that was looked up while reading a model: a texture, a buffer, an animation.
struct ImportReference {
  std::string path;                   ///< Relative to the model's folder.
  std::optional<std::string> sha256;  ///< nullopt: the file was missing. Zeros: it changed while it was read.
};

/// Imports a model file in a worker process under limits of time and memory, or returns the result from the cache.
/// Blender evaluates scenes (isBlenderScene()) first. The worker `texeleton-import` is searched beside the running
/// program, then in libexec, then as $TEXELETON_IMPORT_WORKER. The result is immutable and in pack space; findings are
/// in Model::issues. `references`, if given, receives the other files that the result depends on. Errors (with the
/// file's name): NotFound, Io, BadFile, Unsupported, Limit, WorkerDied (the parser crashed, hung or ran out of memory),
/// Cancelled.
Result<std::shared_ptr<const model::Model>> importModel(const std::filesystem::path& file, const ImportRequest& request,
                                                        JobContext& job,
                                                        std::vector<ImportReference>* references = nullptr);

}  // namespace texeleton::importing
