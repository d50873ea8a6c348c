#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/bake_one.h"

namespace texeleton::cli {

/// "baked", "unchanged", "failed", "cancelled".
const char* endName(BakeEnd end);

/// JSON of one of several bakes (docs/cli.md).
nlohmann::ordered_json outcomeJson(const BakeOutcome& outcome);

/// One line for people: the pack, the outcome, the duration and the reason.
std::string outcomeLine(const BakeOutcome& outcome);

}  // namespace texeleton::cli
