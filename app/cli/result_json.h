#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/issue.h"
#include "core/model/model.h"

namespace texeleton::cli {

/// JSON for printing: bad UTF-8 replaced, and characters that could manipulate a terminal as \uNNNN. `indent`: −1 for
/// one line.
std::string jsonText(const nlohmann::ordered_json& json, int indent);

/// Issues in the format of every `--json`.
nlohmann::ordered_json issuesJson(const std::vector<Issue>& issues);

/// Events in the format of every `--json` and of events files.
nlohmann::ordered_json eventsJson(const std::vector<model::ClipEvent>& events);

}  // namespace texeleton::cli
