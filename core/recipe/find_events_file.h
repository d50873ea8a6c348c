#pragma once

#include <filesystem>

#include "core/base/job_context.h"

namespace texeleton::recipe {

/// Returns defaultEventsFile() where it is there, else an empty path. A link out of the model's folder is taken only
/// with `followOutside`; else it becomes an Issue of `job`.
std::filesystem::path findEventsFile(const std::filesystem::path& modelFile, bool followOutside, JobContext& job);

}  // namespace texeleton::recipe
