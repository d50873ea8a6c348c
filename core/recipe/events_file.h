#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::recipe {

/// Events of a file for a clip of the model, in seconds of the source clip.
struct ClipEvents {
  ClipIndex clip;
  std::vector<model::ClipEvent> events;  ///< In the file's order.

  friend bool operator==(const ClipEvents&, const ClipEvents&) = default;
};

/// The default events file of a model: beside it, with ".events.json" in place of its suffix (fox.glb →
/// fox.events.json). It may not exist (see findEventsFile()).
std::filesystem::path defaultEventsFile(const std::filesystem::path& modelFile);

/// Reads events for the clips of a model, as JSON or, from .csv and .tsv files, as a table (events_csv.h):
///     {"clips": {"Walk": [{"name": "footstep_l", "timeSeconds": 0.2, "parameter": ""}]}}
/// `frame` (source frames, at the clip's source rate, or 30 if the format has none) may replace `timeSeconds`;
/// `parameter` may be left out. Clips are named as in the model. Each unknown clip or key becomes an Issue in `job`.
/// Errors: as readRecipe().
Result<std::vector<ClipEvents>> readEventsFile(const std::filesystem::path& path, const model::Model& model,
                                               JobContext& job);

/// The same from text. `file` is its name in messages.
Result<std::vector<ClipEvents>> eventsFromText(std::string_view text, const std::string& file,
                                               const model::Model& model, JobContext& job);

/// The time of a source frame in seconds of the source clip, from 0 s: frame / rate, the clip's or 30.
double sourceFrameSeconds(const model::Clip& clip, double frame);

/// Returns defaultEventsFile() if it exists, else an empty path. A link out of the model's folder is used only with
/// `followOutside`; otherwise it is an Issue.
std::filesystem::path findEventsFile(const std::filesystem::path& modelFile, bool followOutside, JobContext& job);

/// Writes an events file that readEventsFile() reads. The content of an existing file is kept (further clips, frames,
/// unknown keys), except that events called one of `replaced` in the clips of `events` are replaced by the new ones. A
/// clip without events gets no entry. The file is written atomically. Errors: those of reading an existing file;
/// BadFile (its "clips" are not lists of objects); those of saveFile.
Result<void> writeEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                             std::span<const std::string> replaced, const model::Model& model);

/// Writes only these events, replacing the file. Errors: those of saveFile.
Result<void> replaceEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                               const model::Model& model);

}  // namespace texeleton::recipe
