// texeleton-import: reads one model file, under limits, and returns it as a snapshot. Run by importModel().

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "app/import_worker/process_guard.h"
#include "app/import_worker/sandbox.h"
#include "core/base/file_descriptor.h"
#include "core/base/file_hash.h"
#include "core/base/loaded_libraries.h"
#include "core/base/process_setup.h"
#include "core/base/system_reason.h"
#include "core/import/read_model.h"
#include "core/import/unity/unity_meta.h"
#include "core/import/worker/worker_protocol.h"
#include "core/model/snapshot.h"

namespace {

using namespace texeleton;
using importing::worker::Report;

/// Lines that name this build and each library that it uses: file, size and time of change.
std::string identity() { return "texeleton-import " TEXELETON_VERSION "\n" + loadedLibraries(); }

/// The descriptor for answers. Parsers may write to standard output, which becomes standard error.
int separateAnswers() {
  const int answers = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return answers;
}

void answer(int descriptor, const Report& report) {
  const std::string line = importing::worker::toLine(report);
  writeAll(descriptor, std::as_bytes(std::span(line)));
}

std::vector<importing::worker::Reference> referencesOf(const importing::ModelFiles& files,
                                                       const importing::worker::Task& task) {
  // A hash that no file has: the entry of the cache will never be used.
  const std::string unknown(64, '0');
  std::vector<importing::worker::Reference> references;
  std::vector<importing::LookedUpFile> lookedUp = files.lookedUp();
  if (!task.unityMeta.file.empty()) {
    lookedUp.push_back({task.unityMeta.file, true});
  }
  for (const importing::LookedUpFile& file : lookedUp) {
    importing::worker::Reference reference;
    const auto relative = file.path.lexically_relative(files.folder());
    reference.path = (relative.empty() ? file.path : relative).string();
    if (file.found) {
      std::error_code error;
      const auto size = std::filesystem::file_size(file.path, error);
      const auto hash = task.hashReferences && !error && size <= importing::worker::kMaxReferenceBytes
                            ? sha256OfFile(file.path)
                            : std::string(unknown);
      reference.sha256 = hash.value_or(unknown);
    }
    references.push_back(std::move(reference));
  }
  return references;
}

/// The parser may read the model's folder, or with --follow-outside everything that the user may read.
importing::worker::SandboxLimits limitsOf(const importing::ModelFiles& files, const importing::worker::Task& task) {
  importing::worker::SandboxLimits limits;
  limits.readable = {task.options.followOutside ? "/" : files.folder(), task.file};
  for (const importing::TextureFile& texture : task.options.textures) {
    limits.readable.push_back(texture.file);
  }
  if (!task.unityMeta.file.empty()) {
    limits.readable.push_back(task.unityMeta.file);
  }
  limits.fileBytes = task.memoryBytes;
  return limits;
}

/// Describes active restrictions for --verbose.
std::string sandbox(const importing::ModelFiles& files, const importing::worker::Task& task) {
#ifdef TEXELETON_SANITIZED
  static_cast<void>(limitsOf(files, task));
  return "sandbox: none under the sanitizers, which need more than it allows";
#else
  const char* wish = std::getenv(importing::worker::kSandboxVariable);
  return wish != nullptr && std::strcmp(wish, "off") == 0
             ? std::string("sandbox: off, as ") + importing::worker::kSandboxVariable + " says"
             : importing::worker::enterSandbox(limitsOf(files, task));
#endif
}

/// Returns only with an error.
Error doTask(const importing::worker::Task& task, int answers) {
  auto lastReport = std::chrono::steady_clock::now();
  JobContext job([&](double fraction, const char* stage) {
    const auto now = std::chrono::steady_clock::now();
    if (now - lastReport > std::chrono::milliseconds(100)) {
      lastReport = now;
      answer(answers, {Report::Kind::Progress, fraction, stage, {}});
    }
  });
  importing::ModelFiles files(task.file, task.options);
  std::fprintf(stderr, "%s\n", sandbox(files, task).c_str());
  auto model = importing::readModel(files, task.options, job);
  if (!model) {
    return model.error();
  }
  if (const auto applied = importing::applyUnityMeta(files, task.unityMeta, *model, job); !applied) {
    return applied.error();
  }
  for (Issue& issue : job.takeIssues()) {
    model->issues.push_back(std::move(issue));
  }
  job.progress(0.9, "handing the model back");
  const auto snapshot = model::writeSnapshot(*model);
  const auto references = importing::worker::packReferences(referencesOf(files, task));
  if (!writeAll(importing::worker::kResultDescriptor, snapshot) ||
      !writeAll(importing::worker::kResultDescriptor, references)) {
    return {ErrorCode::Io, message("cannot hand the model back: %1", systemReason(errno)), {}};
  }
  answer(answers, {Report::Kind::Done, 1.0, {}, {}});
  // Immediately: destroying a large model and the parsers' data would only take time.
  ::_exit(importing::worker::kExitDone);
}

[[noreturn]] void work(const importing::worker::Task& task, int answers) {
  Report failed{Report::Kind::Failed, 0.0, {}, {ErrorCode::BadFile, {}, {}}};
  try {
    failed.error = doTask(task, answers);
  } catch (const std::exception& exception) {
    failed.error.message = message("the file cannot be read: %1", exception.what());
  } catch (...) {
    failed.error.message = message("the file cannot be read: %1", message("unknown exception"));
  }
  answer(answers, failed);
  ::_exit(importing::worker::kExitError);
}

}  // namespace

int main(int argumentCount, char** argumentValues) {
  texeleton::openStandardStreams();
  texeleton::useUtf8Locale();
  const std::span<const char* const> arguments(argumentValues + 1, static_cast<std::size_t>(argumentCount - 1));
  if (arguments.size() == 1 && std::strcmp(arguments[0], importing::worker::kIdentityArgument) == 0) {
    std::fputs(identity().c_str(), stdout);
    return importing::worker::kExitDone;
  }
  if (arguments.size() == 2 && std::strcmp(arguments[0], importing::kTimeAssimpArgument) == 0) {
    const double seconds = importing::secondsOfPlainAssimp(arguments[1]);
    std::printf("%.6f\n", seconds);
    return seconds > 0.0 ? importing::worker::kExitDone : importing::worker::kExitError;
  }
  const auto task = importing::worker::taskFromArguments(arguments);
  if (!task) {
    std::fprintf(stderr,
                 "texeleton-import: %s\nThis program is run by texeleton and texeleton-cli to read model files.\n",
                 task.error().message.c_str());
    return importing::worker::kExitUsage;
  }
  const int answers = separateAnswers();
  if (importing::worker::guardProcess(*task, answers)) {
    work(*task, answers);
  }
  return importing::worker::kExitError;
}
