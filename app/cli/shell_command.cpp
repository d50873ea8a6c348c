// texeleton-cli shell: completions for shells, the manual page, and tables for the documentation.

#include <cstdio>
#include <memory>

#include "app/cli/command_docs.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/base/save_file.h"
#include "core/recipe/settings.h"

namespace texeleton::cli {

namespace {

struct ShellArguments {
  std::string kind;
  std::string output;
};

int runShell(const ShellArguments& arguments, const CLI::App& app, const Console& console) {
  const std::string text = arguments.kind == "man"           ? manualPage(app)
                           : arguments.kind == "bash"        ? bashCompletions(app)
                           : arguments.kind == "zsh"         ? zshCompletions(app)
                           : arguments.kind == "fish"        ? fishCompletions(app)
                           : arguments.kind == "schema"      ? recipe::recipeSchema()
                           : arguments.kind == "recipe-keys" ? recipe::recipeKeys()
                                                             : optionTables(app);
  if (arguments.output.empty()) {
    std::fputs(text.c_str(), stdout);
    return kDone;
  }
  const auto saved = saveFile(arguments.output, text);
  return saved ? kDone : console.error(saved.error());
}

}  // namespace

void addShellCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ShellArguments>();
  CLI::App* command = app.add_subcommand(
      "shell",
      "Prints completions for a shell, the manual page, the JSON schema and the keys of recipes, or all options");
  command->add_option("KIND", arguments->kind, "The shell, or man, schema, recipe-keys or options")
      ->check(oneOf({"bash", "zsh", "fish", "man", "schema", "recipe-keys", "options"}))
      ->required();
  namesPath(command->add_option("-o,--output", arguments->output, "Write the text to this file"), "FILE");
  command->footer(R"(Examples:
  source <(texeleton-cli shell bash)
  texeleton-cli shell fish -o ~/.config/fish/completions/texeleton-cli.fish
  texeleton-cli shell man | man -l -
  texeleton-cli shell schema -o recipe.schema.json)");
  command->callback([arguments, &app, &action] {
    action = [arguments, &app](const Console& console) { return runShell(*arguments, app, console); };
  });
}

}  // namespace texeleton::cli
