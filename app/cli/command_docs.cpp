#include "app/cli/command_docs.h"

#include "app/cli/option_values.h"

namespace texeleton::cli {

namespace {

OptionDocs optionDocs(const CLI::Option& option) {
  OptionDocs docs;
  for (const std::string& name : option.get_snames()) {
    docs.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    docs.names.push_back("--" + name);
  }
  docs.isArgument = option.get_positional();
  if (docs.names.empty()) {
    docs.names.push_back(option.get_name(true));
  }
  if (option.get_items_expected_max() != 0) {
    docs.value = valueName(option);
    docs.words = wordsOf(option);
    docs.isRepeated = option.get_items_expected_max() > 1;
    for (const char* const kind : {"FILE", "FOLDER", "PACK", "RECIPE"}) {
      docs.takesFiles = docs.takesFiles || docs.value.starts_with(kind);
    }
  }
  docs.help = option.get_description();
  docs.group = option.get_group();
  return docs;
}

void addDocs(const CLI::App& app, std::vector<std::string> path, std::vector<CommandDocs>& all) {
  CommandDocs docs;
  docs.path = path;
  docs.help = app.get_description();
  docs.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    docs.options.push_back(optionDocs(*option));
  }
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* command : commands) {
    docs.commands.push_back(command->get_name());
  }
  all.push_back(std::move(docs));
  for (const CLI::App* command : commands) {
    path.push_back(command->get_name());
    addDocs(*command, path, all);
    path.pop_back();
  }
}

}  // namespace

std::vector<CommandDocs> commandDocs(const CLI::App& app) {
  std::vector<CommandDocs> all;
  addDocs(app, {}, all);
  return all;
}

}  // namespace texeleton::cli
