#include "core/import/import.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <future>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/base/lower_case.h"
#include "core/base/one_line.h"
#include "core/base/system_reason.h"
#include "core/base/units.h"
#include "core/import/blender/blender_program.h"
#include "core/import/blender/evaluate_scene.h"
#include "core/import/import_cache.h"
#include "core/import/worker/import_worker.h"
#include "core/import/worker/worker_protocol.h"
#include "core/model/names.h"
#include "core/model/snapshot.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

/// Part of the cache's key; increment it when the result of importModel changes for the same worker build.
constexpr const char* kFrontDoorVersion = "texeleton-import-1";
/// Progress stage; the worker's own stages are too short to be read.
constexpr const char* kStage = "Importing";

/// The last change of a file's content, to detect changes during the import.
struct FileState {
  std::uint64_t size = 0;
  timespec changed{};

  bool operator==(const FileState& other) const {
    return size == other.size && changed.tv_sec == other.changed.tv_sec && changed.tv_nsec == other.changed.tv_nsec;
  }
};

std::optional<FileState> stateOf(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return FileState{static_cast<std::uint64_t>(status.st_size), status.st_ctim};
}

/// The name of a file in the same folder that differs only in case; empty: there is none.
std::string nameInOtherCase(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const std::string wanted = lowerCase(file.filename().string());
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (std::string name = it->path().filename().string(); lowerCase(name) == wanted) {
      return name;
    }
  }
  return {};
}

/// Refuses files that cannot be a model, before the worker is started.
Result<FileState> examine(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    if (errno != ENOENT && errno != ENOTDIR) {
      return fail(ErrorCode::Io, message("cannot look at the file: %1", systemReason(errno)), file);
    }
    const std::string other = nameInOtherCase(file);
    return fail(ErrorCode::NotFound,
                other.empty() ? message("there is no such file; check the path")
                              : message("there is no such file, but %1: check upper and lower case", inQuotes(other)),
                file);
  }
  if (S_ISDIR(status.st_mode)) {
    return fail(ErrorCode::InvalidArgument, "this is a folder; name the model file in it", file);
  }
  if (!S_ISREG(status.st_mode)) {
    return fail(ErrorCode::InvalidArgument, "this is not a regular file", file);
  }
  if (status.st_size == 0) {
    return fail(ErrorCode::BadFile, "the file is empty (0 bytes); export it again", file);
  }
  if (::access(file.c_str(), R_OK) != 0) {
    return fail(ErrorCode::Io, message("cannot read the file: %1", systemReason(errno)), file);
  }
  return FileState{static_cast<std::uint64_t>(status.st_size), status.st_ctim};
}

Result<void> checkRequest(const ImportRequest& request) {
  const auto& scale = request.options.scale;
  if (scale && !(std::isfinite(*scale) && *scale > 0.0)) {
    return fail(ErrorCode::InvalidArgument, "the scale must be a number above 0");
  }
  if (!(request.limits.timeSeconds > 0.0)) {
    return fail(ErrorCode::InvalidArgument, "the time limit must be above 0 seconds");
  }
  return {};
}

worker::Task taskFor(const fs::path& file, std::uint64_t fileSize, const ImportRequest& request) {
  worker::Task task;
  task.file = file;
  task.options = request.options;
  task.unityMeta = request.unityMeta;
  task.memoryBytes =
      request.limits.memoryBytes != 0 ? request.limits.memoryBytes : std::max(4 * kGibibyte, 20 * fileSize);
  // Ends a worker whose parent is stopped; normally the parent's time limit applies first.
  task.cpuSeconds = static_cast<std::uint64_t>(std::min(request.limits.timeSeconds, 1e6)) * 4 + 10;
  task.parent = ::getpid();
  task.hashReferences = request.cache.enabled;
  return task;
}

/// The cache entry's key: everything that the import depends on, except the files beside the model. Empty if the worker
/// does not identify itself or the file cannot be hashed.
std::string cacheKey(const ImportWorker& importWorker, const fs::path& file, const ImportRequest& request,
                     const JobContext& job) {
  const ImportOptions& options = request.options;
  // The file is hashed while the worker identifies itself, which takes milliseconds.
  auto identity = std::async(std::launch::async, [&importWorker] { return importWorker.identity(); });
  const auto content = sha256OfFile(file, &job);
  const std::string worker = identity.get();
  if (!content || worker.empty()) {
    return {};
  }
  worker::Task task;
  task.options = options;
  task.unityMeta = request.unityMeta;
  std::string key;
  const auto add = [&key](const std::string& text) { key += std::to_string(text.size()) + ':' + text; };
  add(kFrontDoorVersion);
  add(std::to_string(model::kSnapshotVersion));
  add(worker);
  add(*content);
  // The suffix selects the reader, and the stem the animation file of an MD5 mesh. The folder matters for references by
  // absolute path.
  add(file.filename().string());
  add(options.followOutside ? file.parent_path().string() : std::string());
  for (const std::string& argument : worker::toArguments(task)) {
    add(argument);
  }
  return sha256OfText(key);
}

/// Whether a file that the worker read was changed after the worker started; its hash may then not be that of the
/// content read. (Changes within a kernel's time stamp resolution of milliseconds can be missed.)
bool changedSince(const std::vector<worker::Reference>& references, const fs::path& folder, const timespec& start) {
  return std::any_of(references.begin(), references.end(), [&](const worker::Reference& reference) {
    const auto state = stateOf(folder / reference.path);
    return state && (state->changed.tv_sec > start.tv_sec ||
                     (state->changed.tv_sec == start.tv_sec && state->changed.tv_nsec > start.tv_nsec));
  });
}

Error garbage(const fs::path& file, const Message& why) {
  return {ErrorCode::WorkerDied,
          message("the importer handed back something that is not a model (%1); the installation may mix versions of "
                  "texeleton: install it again",
                  why),
          file};
}

void handOver(std::vector<worker::Reference> found, bool steady, std::vector<ImportReference>* references) {
  if (references == nullptr) {
    return;
  }
  references->clear();
  for (worker::Reference& reference : found) {
    if (reference.sha256 && !steady) {
      reference.sha256 = std::string(64, '0');
    }
    references->push_back({std::move(reference.path), std::move(reference.sha256)});
  }
}

Result<std::shared_ptr<const model::Model>> importInside(const fs::path& file, const ImportRequest& request,
                                                         JobContext& job, std::vector<ImportReference>* references) {
  job.progress(0.0, kStage);
  TRY(checkRequest(request));
  const auto before = examine(file);
  TRY(before);
  const auto importWorker = ImportWorker::find(request.workerProgram);
  TRY(importWorker);

  const fs::path folder = file.parent_path();
  std::optional<ImportCache> cache;
  std::string key;
  if (request.cache.enabled) {
    cache.emplace(request.cache.folder, request.cache.maxBytes);
    key = cacheKey(*importWorker, file, request, job);
    std::vector<worker::Reference> found;
    if (auto model = key.empty() ? std::nullopt : cache->find(key, folder, job, &found)) {
      handOver(std::move(found), true, references);
      job.progress(1.0, kStage);
      return std::make_shared<const model::Model>(std::move(*model));
    }
  }
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "the import was cancelled", file);
  }

  timespec start{};
  ::clock_gettime(CLOCK_REALTIME, &start);
  worker::Task task = taskFor(file, before->size, request);
  task.hashReferences = task.hashReferences || references != nullptr;
  const auto bytes = importWorker->run(task, request.limits.timeSeconds, job);
  TRY(bytes);
  const auto result = worker::splitResult(bytes->span());
  if (!result) {
    return fail(garbage(file, message("its end is missing")));
  }
  auto model = model::readSnapshot(result->snapshot);
  if (!model) {
    return fail(model.error().code == ErrorCode::Limit ? Error{ErrorCode::Limit, model.error().message, file}
                                                       : garbage(file, model.error().message));
  }
  const bool steady = stateOf(file) == *before && !changedSince(result->references, folder, start);
  if (cache && !key.empty() && steady) {
    cache->store(key, bytes->span());
  }
  handOver(result->references, steady, references);
  job.progress(1.0, kStage);
  return std::make_shared<const model::Model>(std::move(*model));
}

/// Imports the model that Blender evaluates a scene to.
Result<std::shared_ptr<const model::Model>> importScene(const fs::path& file, const ImportRequest& request,
                                                        JobContext& job, std::vector<ImportReference>* references) {
  TRY(examine(file));
  const auto scene = evaluateScene(file, request, job);
  TRY(scene);
  auto model = importInside(scene->model, request, job, references);
  if (references != nullptr) {
    references->insert(references->end(), scene->references.begin(), scene->references.end());
  }
  if (!model || scene->issues.empty()) {
    return model;
  }
  model::Model told = **model;
  told.issues.insert(told.issues.end(), scene->issues.begin(), scene->issues.end());
  return std::make_shared<const model::Model>(std::move(told));
}

}  // namespace

Result<std::shared_ptr<const model::Model>> importModel(const fs::path& file, const ImportRequest& request,
                                                        JobContext& job, std::vector<ImportReference>* references) {
  try {
    std::error_code error;
    const fs::path absolute = fs::absolute(file, error);
    auto model = (isBlenderScene(file) ? importScene : importInside)(error ? file : absolute, request, job, references);
    if (!model && model.error().file != file.string()) {
      // Errors name the scene, not Blender's result.
      Error named = model.error();
      named.file = file.string();
      return fail(std::move(named));
    }
    return model;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory to import the model", file.string());
  } catch (const std::exception& error) {
    return fail(ErrorCode::Io, message("cannot import the model: %1", error.what()), file.string());
  }
}

}  // namespace texeleton::importing
