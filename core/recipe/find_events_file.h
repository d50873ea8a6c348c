#pragma once

#include <filesystem>

#include "core/base/job_context.h"

namespace texeleton::recipe {

/// As eventsFileBeside(), for a user who may allow links out of the model's folder; one that is not followed becomes an
/// Issue of `job`.
std::filesystem::path findEventsFile(const std::filesystem::path& modelFile, bool followOutside, JobContext& job);

}  // namespace texeleton::recipe
