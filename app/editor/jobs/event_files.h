#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Reads events of a file for the clips of a model imported by `recipe` (paths absolute): JSON, CSV or TSV
/// (core/recipe/events_file.h), or Unity import settings (.meta), which the import worker reads. Clips that the model
/// lacks become Issues of `job`. Errors: those of reading.
Result<std::vector<recipe::ClipEvents>> importEvents(const std::filesystem::path& file, const recipe::Recipe& recipe,
                                                     const model::Model& model, JobContext& job);

/// Writes events in a format that importEvents() reads: a table for .csv, else JSON. Overwrites the file. Errors: Io.
Result<void> exportEvents(const std::filesystem::path& file, std::span<const recipe::ClipEvents> events,
                          const model::Model& model);

/// Proposes events where feet touch the ground in clips of a model. Errors: NotFound (no feet were identified).
Result<std::vector<recipe::ClipEvents>> proposeFootsteps(const model::Model& model, std::span<const ClipIndex> clips,
                                                         JobContext& job);

}  // namespace texeleton::editor
