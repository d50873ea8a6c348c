#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/bake_one.h"

namespace texeleton::cli {

/// "baked", "unchanged", "failed", "cancelled".
const char* endName(BakeEnd end);

/// One of several bakes as `--json` has it (docs/cli.md).
nlohmann::ordered_json outcomeJson(const BakeOutcome& outcome);

/// One line for people: what became of which pack, how fast, and why.
std::string outcomeLine(const BakeOutcome& outcome);

}  // namespace texeleton::cli
