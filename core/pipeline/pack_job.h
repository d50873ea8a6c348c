#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/bake/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pack/pack.h"
#include "core/pack/source_role.h"
#include "core/pipeline/load_model.h"

namespace texeleton::pipeline {

/// Wall-clock seconds of each stage; 0 where a stage did not run.
struct PackJobTimes {
  double import = 0.0;
  double bake = 0.0;
  double measure = 0.0;
  double write = 0.0;
};

/// The sources of a pack, and its destination.
struct PackJob {
  ModelRequest source;
  bake::BakeSettings settings;
  std::vector<pack::PackSource> furtherSources;  ///< Event files and the like, for the manifest.
  std::filesystem::path output;                  ///< NAME.texpack; empty: bake only, write nothing.
  pack::PackWriteOptions write;
  bool measure = true;  ///< Measure the error; forced on by limits of the settings.
};

/// A file as the manifest names it. Errors: those of sha256OfFile.
Result<pack::PackSource> packSourceOf(const std::filesystem::path& file, pack::SourceRole role);

struct PackJobResult {
  std::shared_ptr<const model::Model> model;
  pack::Pack pack;
  PackJobTimes seconds;
};

/// Takes an imported model through bake, measuring and writing. Nothing is written when the measured error exceeds the
/// limits of the settings (Verification: names the worst clip, frame and vertex) or anything else fails.
Result<PackJobResult> runPackJob(const PackJob& job, std::shared_ptr<const model::Model> model, JobContext& context);

/// Loads the model and its motions, then as above.
Result<PackJobResult> runPackJob(const PackJob& job, JobContext& context);

/// Takes the limits of the error out of settings, so that what exceeds them is written nevertheless.
void dropErrorLimits(bake::BakeSettings& settings);

/// A sentence that names the worst clip, frame and vertex if a limit is exceeded; nothing if all are kept. The worst
/// has the largest ratio to its limit. `settings` are those of the bake.
std::optional<Message> errorLimitExceeded(const bake::BakedAnimation& animation, const bake::BakeSettings& settings);

}  // namespace texeleton::pipeline
