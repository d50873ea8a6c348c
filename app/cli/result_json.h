#pragma once

#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/model/model.h"
#include "core/settings/json_fields.h"

namespace texeleton::cli {

/// JSON for printing: bad UTF-8 replaced, and characters that could manipulate a terminal as \uNNNN. `indent`: −1 for
/// one line.
std::string jsonText(const Json& json, int indent);

/// Issues in the format of every `--json`.
Json issuesJson(const std::vector<Issue>& issues);

/// Events in the format of every `--json` and of events files.
Json eventsJson(const std::vector<model::ClipEvent>& events);

}  // namespace texeleton::cli
