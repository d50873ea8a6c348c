#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/bake_arguments.h"
#include "core/base/error.h"
#include "core/base/issue.h"
#include "core/base/job_context.h"
#include "core/batch/batch_names.h"
#include "core/batch/file_hashes.h"
#include "core/batch/memory_gate.h"
#include "core/batch/settle_watch.h"

namespace texeleton::cli {

/// State shared by the bakes of one run.
struct BakeSession {
  /// `sideBySide`: how many run at once.
  BakeSession(const BakeArguments& arguments, unsigned sideBySide, const JobContext& job);

  batch::FileHashes hashes;
  std::string build;                        ///< See buildIdentity.
  std::unique_ptr<batch::MemoryGate> gate;  ///< Null if bakes run one at a time.
};

enum class BakeEnd { Baked, Unchanged, Updated, Exported, Planned, Failed, Cancelled };

/// The end of a bake, without the texels. Updated: the pack was up to date, but not the export's files beside it;
/// Exported: an existing pack; Planned: only its result was described (--dry-run).
struct BakeOutcome {
  BakeEnd end = BakeEnd::Cancelled;
  std::optional<Error> error;         ///< When it failed or was cancelled.
  std::string reason;                 ///< With --if-changed: why it was baked.
  std::filesystem::path input;        ///< The model, the recipe or the pack.
  std::filesystem::path output;       ///< The pack.
  std::uint64_t bytes = 0;            ///< Size of the pack.
  std::optional<double> millimetres;  ///< The largest error; nothing: not measured.
  double seconds = 0.0;               ///< Wall clock.
  bool imported = false;              ///< Whether a model was imported (or taken from the cache).
  std::vector<Issue> issues;
  nlohmann::ordered_json json;  ///< Output of `bake --json` for one bake; null if it failed.
  std::string summary;          ///< For people.
  /// All files that it depends on, as far as they are known, with their states before they were read. The model is the
  /// first, unless its recipe could not be read.
  std::vector<batch::SettleWatch::File> files;
};

/// `arguments` for one of several bakes.
BakeArguments argumentsFor(const BakeArguments& arguments, const batch::NamedBake& bake);

/// Bakes the model or recipe of `arguments`; with --if-changed only if its pack is not up to date.
BakeOutcome bakeOne(const BakeArguments& arguments, BakeSession& session, JobContext& context);

}  // namespace texeleton::cli
