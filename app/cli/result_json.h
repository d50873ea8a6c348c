#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/issue.h"
#include "core/model/model.h"

namespace texeleton::cli {

/// Issues as every `--json` has them.
nlohmann::ordered_json issuesJson(const std::vector<Issue>& issues);

/// Events as every `--json` and events files have them.
nlohmann::ordered_json eventsJson(const std::vector<ClipEvent>& events);

}  // namespace texeleton::cli
