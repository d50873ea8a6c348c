// texeleton-cli events: where events come from. Each sub-command is in a file of its own.

#include "app/cli/events_command.h"

namespace texeleton::cli {

void addEventsCommand(CLI::App& app, Action& action) {
  CLI::App* events = app.add_subcommand("events", "Finds events for clips and writes them to an events file");
  events->require_subcommand(1);
  events->fallthrough();
  addEventsProposeCommand(*events, action);
  addEventsImportCommand(*events, action);
}

}  // namespace texeleton::cli
