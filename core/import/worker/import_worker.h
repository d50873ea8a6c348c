#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/file_descriptor.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/worker/worker_protocol.h"

namespace texeleton::importing {

/// The program `texeleton-import`, run by the parent process.
class ImportWorker {
 public:
  /// Finds the program: `wanted` if given, else beside the running program, then in ../libexec/texeleton, then
  /// $TEXELETON_IMPORT_WORKER. Errors: NotFound, with the places searched.
  static Result<ImportWorker> find(const std::filesystem::path& wanted);

  const std::filesystem::path& program() const { return m_program; }

  /// Returns the identity of the worker's build and its libraries, for the cache's key; determined once in this
  /// process. Empty if the program does not answer.
  std::string identity() const;

  /// Runs the task in the worker and returns the bytes that it wrote (snapshot and references, unchecked). Progress is
  /// reported to `job`. Errors: the worker's own, Io, Cancelled, WorkerDied with the reason.
  Result<FileBytes> run(const worker::Task& task, double timeSeconds, JobContext& job) const;

 private:
  explicit ImportWorker(std::filesystem::path program) : m_program(std::move(program)) {}

  std::filesystem::path m_program;
};

}  // namespace texeleton::importing
