#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/recipe/events_file.h"

namespace texeleton::recipe {

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
