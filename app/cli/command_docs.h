#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace texeleton::cli {

/// An option or argument of a command, as documented by help, manual page and completions.
struct OptionDocs {
  std::vector<std::string> names;  ///< With their dashes, short ones first; for an argument, only its name.
  bool isArgument = false;         ///< It may be positional.
  bool isRepeated = false;
  std::string value;               ///< Name of its value; empty: it has none.
  std::vector<std::string> words;  ///< Its permitted values; empty: any.
  bool takesFiles = false;
  std::string help;
  std::string group;
};

/// A command, or the program itself, with its own options.
struct CommandDocs {
  std::vector<std::string> path;  ///< "events", "propose"; empty: the program.
  std::string help;
  std::string footer;
  std::vector<OptionDocs> options;
  std::vector<std::string> commands;  ///< Names of its sub-commands.
};

/// The documentation of all commands of a parser: the program first, then each command before its sub-commands.
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
