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

/// Events of a file for the clips of a model that was imported as `recipe` (paths absolute) says: JSON, CSV or TSV
/// (core/recipe/events_file.h), or the import settings of Unity (.meta), which are read by the import worker. Clips
/// that the model does not have become Issues of `job`. Errors: those of reading.
Result<std::vector<recipe::ClipEvents>> importEvents(const std::filesystem::path& file, const recipe::Recipe& recipe,
                                                     const model::Model& model, JobContext& job);

/// Writes events so that importEvents() reads them: as a table where the file is called .csv, else as JSON. What was in
/// the file is gone. Errors: Io.
Result<void> exportEvents(const std::filesystem::path& file, std::span<const recipe::ClipEvents> events,
                          const model::Model& model);

/// Where feet touch down in clips of a model, as events. Errors: NotFound (the model has no feet that can be told).
Result<std::vector<recipe::ClipEvents>> proposeFootsteps(const model::Model& model, std::span<const ClipIndex> clips,
                                                         JobContext& job);

}  // namespace texeleton::editor
