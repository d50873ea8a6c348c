#include "core/recipe/find_events_file.h"

#include <system_error>

#include "core/base/leads_outside.h"
#include "core/recipe/events_file.h"

namespace texeleton::recipe {

std::filesystem::path findEventsFile(const std::filesystem::path& modelFile, bool followOutside, JobContext& job) {
  const std::filesystem::path usual = defaultEventsFile(modelFile);
  std::error_code error;
  if (!followOutside && leadsOutside(usual) && std::filesystem::exists(usual, error)) {
    job.warn(
        message(
            "The events file beside the model is a link that leaves its folder; it was not opened. Take it with %1, or "
            "name it as the events file.",
            Remedy{RemedyKind::FollowOutside, 0.0, usual.string()}),
        usual.filename().string());
    return {};
  }
  return std::filesystem::is_regular_file(usual, error) ? usual : std::filesystem::path();
}

}  // namespace texeleton::recipe
