#pragma once

#include <filesystem>

#include "core/base/job_context.h"

namespace texeleton::recipe {

/// Returns defaultEventsFile() if it exists, else an empty path. A link out of the model's folder is used only with
/// `followOutside`; otherwise it is an Issue.
std::filesystem::path findEventsFile(const std::filesystem::path& modelFile, bool followOutside, JobContext& job);

}  // namespace texeleton::recipe
