#pragma once

#include <memory>
#include <vector>

#include "core/pipeline/pack_job.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

// What `texeleton-cli bake --recipe` takes from a recipe, taken likewise. Paths of sources are absolute.

/// The files to import and how.
ModelRequest requestOf(const Recipe& recipe);

/// Events of the events file, if there is one. Errors: those of readEventsFile.
Result<std::vector<ClipEvents>> eventsOf(const Recipe& recipe, const Model& model, JobContext& job);

/// Settings of the bake, events of the events file included. Clips that the model no longer has are left out.
Result<BakeSettings> settingsOf(const Recipe& recipe, const std::vector<ClipEvents>& events, const Model& model,
                                JobContext& job);

/// The job that writes the pack `output` with the bytes that the command line writes.
Result<PackJob> exportJobOf(const Recipe& recipe, const Model& model, const std::filesystem::path& output,
                            JobContext& job);

/// Whether two recipes import the same.
bool importsAlike(const Recipe& a, const Recipe& b);
/// Whether they bake the same, given the same model.
bool bakesAlike(const Recipe& a, const Recipe& b);

}  // namespace texeleton::editor
