#pragma once

#include "app/cli/commands.h"

namespace texeleton::cli {

/// Each adds its sub-command to `events`.
void addEventsProposeCommand(CLI::App& events, Action& action);
void addEventsImportCommand(CLI::App& events, Action& action);

}  // namespace texeleton::cli
