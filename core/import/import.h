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

/// The parameters of an import besides the file.
struct ImportRequest {
  ImportOptions options;
  UnityMetaOptions unityMeta;
  ImportLimits limits;
  ImportCacheOptions cache;
  std::filesystem::path workerProgram;  ///< Empty: `texeleton-import` is searched as importModel describes.
};

/// Another file that was looked up while a model was read: a texture, a buffer, an animation beside it.
struct ImportReference {
  std::string path;                   ///< Relative to the model's folder.
  std::optional<std::string> sha256;  ///< Nothing: the file was missing. Zeros: it changed while it was read.
};

/// Imports a model file (a scene of isBlenderScene() is evaluated by Blender first) in a worker process
/// (`texeleton-import`: beside the running program, then in libexec, then $TEXELETON_IMPORT_WORKER) under limits of
/// time and memory, or takes it from the cache. The result is immutable and in pack space; its findings are in
/// Model::issues. Errors name the file and the reason: NotFound, Io, BadFile, Unsupported, Limit, WorkerDied (the
/// parser crashed, hung or ran out of memory), Cancelled. `references`, if given, receives the other files that the
/// result depends on.
Result<std::shared_ptr<const model::Model>> importModel(const std::filesystem::path& file, const ImportRequest& request,
                                                        JobContext& job,
                                                        std::vector<ImportReference>* references = nullptr);

}  // namespace texeleton::importing
