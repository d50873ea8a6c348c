#include "core/import/worker/import_worker.h"

#include <spdlog/spdlog.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

#include "core/base/system_reason.h"
#include "core/base/units.h"
#include "core/import/import_options.h"
#include "core/import/worker/limited_process.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

constexpr const char* kProgramName = "texeleton-import";
constexpr const char* kVariable = "TEXELETON_IMPORT_WORKER";
constexpr double kIdentitySeconds = 10.0;

/// A size such as "4 GiB", "1.5 GiB", "512 MiB".
std::string sizeText(std::uint64_t bytes) {
  const double mebibytes = static_cast<double>(bytes) / (1024.0 * 1024.0);
  char text[32];
  std::snprintf(text, sizeof text, "%.4g %s", mebibytes >= 1024.0 ? mebibytes / 1024.0 : mebibytes,
                mebibytes >= 1024.0 ? "GiB" : "MiB");
  return text;
}

std::string secondsText(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g s", seconds);
  return text;
}

Message signalText(int number) {
  switch (number) {
    case SIGSEGV:
      return message("segmentation fault");
    case SIGABRT:
      return message("it gave up on a check of its own");
    default: {
      const char* name = ::sigdescr_np(number);
      return name != nullptr ? verbatim(name) : message("signal %1", number);
    }
  }
}

constexpr const char* kExportAgain = said(
    "; the file is probably damaged or made in a way the importer does not know: export it again, as glTF if possible");

/// The remedy: twice the memory, in whole GiB.
Remedy moreMemory(std::uint64_t limit) {
  const double twice = std::ceil(2.0 * static_cast<double>(limit) / static_cast<double>(kGibibyte));
  return {RemedyKind::MoreMemory, std::min(twice, kMostImportGibibytes), {}};
}

Remedy moreTime(double seconds) {
  return {RemedyKind::MoreTime, std::min(std::ceil(2.0 * seconds), kMostImportSeconds), {}};
}

Message memoryText(std::uint64_t limit) {
  return message(
      "the importer needed more than %1 of memory; a count in the file is probably wrong, or the file really is that "
      "large: then allow %2",
      sizeText(limit), moreMemory(limit));
}

Message timeText(double seconds) {
  return message("the importer took longer than %1; the file is probably damaged, or really that large: then allow %2",
                 secondsText(seconds), moreTime(seconds));
}

struct Answer {
  std::optional<worker::Report> last;

  void take(std::string_view line, JobContext& job) {
    auto report = worker::fromLine(line);
    if (report && report->kind == worker::Report::Kind::Progress) {
      if (std::isfinite(report->fraction)) {
        job.progress(std::clamp(report->fraction, 0.0, 1.0), "Importing");
      }
    } else {
      last = std::move(report);
    }
  }
  bool is(worker::Report::Kind kind) const { return last && last->kind == kind; }
};

/// Environment variables for the worker: language (encoding of file names), library paths, its own settings and those
/// of sanitizers. Others may hold secrets and are not passed on.
std::vector<std::string> environmentOfWorker() {
  return {"LANG", "LC_*", "LD_LIBRARY_PATH", "TEXELETON_IMPORT_*", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"};
}

/// Whether a program identifies itself as the worker.
bool isWorkerIdentity(std::string_view text) { return text.rfind(std::string(kProgramName) + ' ', 0) == 0; }

/// The worker's own error. If it concerns a file beside the model, the message names that file.
Error answeredError(Error error, const fs::path& model) {
  if (!error.file.empty() && error.file != model.string()) {
    error.message = message("%1: %2", fs::path(error.file).filename().string(), std::move(error.message));
  }
  error.file = model.string();
  error.message = error.message.withTexts([&error](const std::string& said) {
    std::string text = model::shortenedText(model::harmlessText(said));
    // Some parsers name the file in the message, but the Error has it already.
    for (std::size_t at = 0; (at = text.find(error.file, at)) != std::string::npos;) {
      text.replace(at, error.file.size(), message("the file"));
    }
    return text;
  });
  return error;
}

/// The error if there is no result; nullopt if there is one.
std::optional<Error> failureOf(const ProcessEnd& end, const Answer& answer, const LimitedProcess& process,
                               const worker::Task& task) {
  using Kind = ProcessEnd::Kind;
  const auto died = [&](Message why) { return Error{ErrorCode::WorkerDied, std::move(why), task.file}; };
  const std::uint64_t memory = task.memoryBytes != 0 ? task.memoryBytes : process.memoryBytes;

  switch (end.kind) {
    case Kind::Cancelled:
      return Error{ErrorCode::Cancelled, message("the import was cancelled"), task.file};
    case Kind::TimedOut:
      return died(timeText(process.timeSeconds));
    case Kind::TooMuchMemory:
    case Kind::TooLargeResult:
      return died(memoryText(memory));
    case Kind::TooMuchOutput:
      return died(message("the importer wrote without end while reading it%1", message(kExportAgain)));
    case Kind::Signalled:
      if (end.code == SIGXCPU) {
        return died(timeText(process.timeSeconds));
      }
      if (end.code == SIGKILL) {
        return died(
            message("the importer was killed from outside while reading it, most likely because the machine ran out of "
                    "memory; close other programs and try again"));
      }
      return died(message("the importer crashed while reading it (%1)%2", signalText(end.code), message(kExportAgain)));
    case Kind::Exited:
      break;
  }
  if (end.code == worker::kExitError) {
    if (answer.is(worker::Report::Kind::Failed) && !answer.last->error.message.empty()) {
      return answeredError(answer.last->error, task.file);
    }
    if (answer.is(worker::Report::Kind::OutOfMemory)) {
      return died(memoryText(memory));
    }
    if (answer.is(worker::Report::Kind::NestedTooDeep)) {
      return died(
          message("its parts are nested too deeply for the importer to follow (nodes, scopes or elements inside each "
                  "other); the file is probably damaged: export it again"));
    }
  }
  if (end.code != worker::kExitDone) {
    return died(message("the importer stopped while reading it (exit code %1)%2", end.code, message(kExportAgain)));
  }
  if (!answer.is(worker::Report::Kind::Done)) {
    return died(message("the importer ended without an answer%1", message(kExportAgain)));
  }
  return std::nullopt;
}

}  // namespace

Result<ImportWorker> ImportWorker::find(const fs::path& wanted) {
  std::string lookedFor;
  const auto tried = [&lookedFor](const fs::path& path) {
    lookedFor += (lookedFor.empty() ? "" : ", ") + path.string();
    return isProgram(path);
  };
  if (!wanted.empty()) {
    if (tried(wanted)) {
      return ImportWorker(wanted);
    }
  } else {
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (const fs::path& path :
         {folder / kProgramName, (folder / "../libexec/texeleton" / kProgramName).lexically_normal()}) {
      if (tried(path)) {
        return ImportWorker(path);
      }
    }
    const char* variable = std::getenv(kVariable);
    if (variable != nullptr && *variable != '\0') {
      if (tried(variable)) {
        return ImportWorker(variable);
      }
    } else {
      lookedFor += std::string(", $") + kVariable + " (not set)";
    }
  }
  return fail(
      ErrorCode::NotFound,
      message("the import worker %1 was not found; looked for: %2. Install texeleton again, or set $%3 to the program",
              kProgramName, lookedFor, kVariable));
}

std::string ImportWorker::identity() const {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;

  struct stat status {};
  if (::stat(m_program.c_str(), &status) != 0) {
    return {};
  }
  const std::string build = m_program.string() + '\n' + std::to_string(status.st_size) + '\n' +
                            std::to_string(status.st_mtim.tv_sec) + '.' + std::to_string(status.st_mtim.tv_nsec) + '\n';
  const std::lock_guard lock(mutex);
  std::string& identity = known[build];
  if (identity.empty()) {
    LimitedProcess process;
    process.program = m_program;
    process.arguments = {worker::kIdentityArgument};
    process.timeSeconds = kIdentitySeconds;
    process.environment = environmentOfWorker();
    std::string text;
    process.onLine = [&text](std::string_view line) { (text += line) += '\n'; };
    const JobContext job;
    const auto end = runLimited(process, job);
    if (end && end->kind == ProcessEnd::Kind::Exited && end->code == 0 && isWorkerIdentity(text)) {
      identity = build + text;
    }
  }
  return identity;
}

Result<FileBytes> ImportWorker::run(const worker::Task& task, double timeSeconds, JobContext& job) const {
  // An anonymous file, which disappears with the processes.
  const FileDescriptor result(::memfd_create("texeleton-import", MFD_CLOEXEC));
  if (!result.isOpen()) {
    return fail(ErrorCode::Io, message("cannot make a temporary file: %1", systemReason(errno)), task.file);
  }
  Answer answer;
  LimitedProcess process;
  process.program = m_program;
  process.arguments = worker::toArguments(task);
  process.resultDescriptor = result.get();
  process.timeSeconds = timeSeconds;
  process.memoryBytes = task.memoryBytes;
  process.resultBytes = task.memoryBytes;
  process.environment = environmentOfWorker();
  process.onLine = [&](std::string_view line) { answer.take(line, job); };

  const auto end = runLimited(process, job);
  TRY(end);
  if (!end->errorOutput.empty()) {
    spdlog::debug(kProgramName + (" on " + task.file.string() + ": " + end->errorOutput));
  }
  if (auto failure = failureOf(*end, answer, process, task)) {
    const bool noAnswer = end->kind == ProcessEnd::Kind::Exited && failure->code == ErrorCode::WorkerDied;
    if (noAnswer && identity().empty()) {
      return fail(
          ErrorCode::WorkerDied,
          message("the program %1 does not answer as %2: install texeleton again, or let $%3 name the right program",
                  m_program.string(), kProgramName, kVariable),
          task.file.string());
    }
    return fail(std::move(*failure));
  }
  auto bytes = readAll(result, task.memoryBytes != 0 ? task.memoryBytes : SIZE_MAX);
  if (!bytes) {
    return fail(ErrorCode::Limit, "the imported model does not fit into memory", task.file);
  }
  return std::move(*bytes);
}

}  // namespace texeleton::importing
