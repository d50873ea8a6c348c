#pragma once

#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/model/model.h"
#include "core/settings/json_fields.h"

namespace texeleton::cli {

/// JSON as it is printed: bad UTF-8 replaced, and what would play tricks on a terminal as \uNNNN. `indent`: −1 for one
/// line.
std::string jsonText(const Json& json, int indent);

/// Issues as every `--json` has them.
Json issuesJson(const std::vector<Issue>& issues);

/// Events as every `--json` and events files have them.
Json eventsJson(const std::vector<model::ClipEvent>& events);

}  // namespace texeleton::cli
