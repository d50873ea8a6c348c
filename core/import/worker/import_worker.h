#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/worker/file_descriptor.h"
#include "core/import/worker/worker_protocol.h"

namespace texeleton::importing {

/// The program `texeleton-import`, as the front door sees it.
class ImportWorker {
 public:
  /// Finds it: `wanted` when given, else beside the running program, then in ../libexec/texeleton, then what
  /// $TEXELETON_IMPORT_WORKER names. Errors: NotFound, which says where it was looked for.
  static Result<ImportWorker> find(const std::filesystem::path& wanted);

  const std::filesystem::path& program() const { return m_program; }

  /// Returns the identity of the worker's build and its libraries, for the cache's key; the program is asked once in
  /// this process. Empty if it does not answer.
  std::string identity() const;

  /// Lets the worker do the task; what it wrote (snapshot and references, nothing of it checked) comes back. Progress
  /// is reported to `job`. Errors: those that the worker answers with, Io, Cancelled, WorkerDied with what happened.
  Result<FileBytes> run(const worker::Task& task, double timeSeconds, JobContext& job) const;

 private:
  explicit ImportWorker(std::filesystem::path program) : m_program(std::move(program)) {}

  std::filesystem::path m_program;
};

}  // namespace texeleton::importing
