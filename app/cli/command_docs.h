#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace texeleton::cli {

/// An option or argument of a command, as help, manual page and completions tell it.
struct OptionDocs {
  std::vector<std::string> names;  ///< With their dashes, short ones first; of an argument its name alone.
  bool isArgument = false;         ///< It may be given by its place.
  bool isRepeated = false;
  std::string value;               ///< Name of its value; empty: it has none.
  std::vector<std::string> words;  ///< The only values that it takes; empty: any.
  bool takesFiles = false;
  std::string help;
  std::string group;
};

/// A command, or the program itself, with the options that are its own.
struct CommandDocs {
  std::vector<std::string> path;  ///< "events", "propose"; empty: the program.
  std::string help;
  std::string footer;
  std::vector<OptionDocs> options;
  std::vector<std::string> commands;  ///< Names of those below it.
};

/// Everything that a parser knows of its commands: the program first, then each command before those below it.
std::vector<CommandDocs> commandDocs(const CLI::App& app);

/// A manual page (section 1) of the whole program, for man(1).
std::string manualPage(const CLI::App& app);

/// The options of all commands as tables in Markdown (docs/cli-options.md).
std::string optionTables(const CLI::App& app);

/// Completions of commands, options, their words and files.
std::string bashCompletions(const CLI::App& app);
std::string zshCompletions(const CLI::App& app);
std::string fishCompletions(const CLI::App& app);

}  // namespace texeleton::cli
