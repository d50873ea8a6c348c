#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pack/pack.h"
#include "core/pack/source_role.h"
#include "core/pipeline/load_model.h"

namespace texeleton::pipeline {

/// Wall-clock seconds of each stage; 0: it did not run.
struct PackJobTimes {
  double import = 0.0;
  double bake = 0.0;
  double measure = 0.0;
  double write = 0.0;
};

struct PackJob {
  ModelRequest source;
  bake::BakeSettings settings;
  std::vector<pack::PackSource> furtherSources;  ///< Event files and the like, for the manifest.
  std::filesystem::path output;                  ///< NAME.texpack; empty: only bake.
  pack::PackWriteOptions write;
  bool measure = true;        ///< Measures the error; always on if limits are enforced.
  bool enforceLimits = true;  ///< Fails if the error exceeds the limits of the settings.
};

/// Describes a file for the manifest. Errors: those of sha256OfFile.
Result<pack::PackSource> packSourceOf(const std::filesystem::path& file, pack::SourceRole role);

struct PackJobResult {
  std::shared_ptr<const model::Model> model;
  pack::Pack pack;
  PackJobTimes seconds;
};

/// Bakes, measures and writes an imported model. Nothing is written if the measured error exceeds the limits of the
/// settings, unless they are not enforced (Verification: names the worst clip, frame and vertex), or anything else
/// fails.
Result<PackJobResult> runPackJob(const PackJob& job, std::shared_ptr<const model::Model> model, JobContext& context);

/// Loads the model and its motions, then does the same.
Result<PackJobResult> runPackJob(const PackJob& job, JobContext& context);

/// A sentence that names the worst clip, frame and vertex (by ratio to its limit) if a limit is exceeded; nullopt if
/// all are kept. `settings`: those of the bake.
std::optional<Message> errorLimitExceeded(const vat::BakedAnimation& animation, const bake::BakeSettings& settings);

}  // namespace texeleton::pipeline
