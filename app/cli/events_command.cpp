// texeleton-cli events: sources of events. Each sub-command has its own file.

#include "app/cli/commands.h"

namespace texeleton::cli {

void addEventsCommand(CLI::App& app, Action& action) {
  CLI::App* events = app.add_subcommand("events", "Finds events for clips and writes them to an events file");
  events->require_subcommand(1);
  events->fallthrough();
  addEventsProposeCommand(*events, action);
  addEventsImportCommand(*events, action);
}

}  // namespace texeleton::cli
