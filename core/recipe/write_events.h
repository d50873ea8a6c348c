#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/recipe/events_file.h"

namespace texeleton::recipe {

/// Writes an events file that readEventsFile() reads back. Where the file is there already, all that it says is kept
/// (further clips, frames, keys that we do not know), but for events called one of `replaced` in the clips of `events`:
/// these give way to the new ones. A clip without events gets no entry. The file is whole at every moment.
/// Errors: those of reading, where a file is there; BadFile (its "clips" are no lists of objects), those of saveFile.
Result<void> writeEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                             std::span<const std::string> replaced, const model::Model& model);

/// Writes one with these events only, whatever is there. Errors: of saveFile.
Result<void> replaceEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                               const model::Model& model);

}  // namespace texeleton::recipe
