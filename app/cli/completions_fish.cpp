#include <algorithm>

#include "app/cli/command_docs.h"

namespace texeleton::cli {

namespace {

// In single quotes.
std::string singleQuoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    result += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  }
  return result + "'";
}

// The condition that a command is being typed.
std::string condition(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& word : path) {
    text += (text.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
  }
  return text;
}

std::string line(const std::string& when, const std::string& rest) {
  return "complete -c texeleton-cli" + (when.empty() ? "" : " -n " + singleQuoted(when)) + " " + rest + "\n";
}

std::string optionLine(const OptionDocs& option, const std::string& when) {
  std::string rest;
  for (const std::string& name : option.names) {
    rest += name.starts_with("--") ? "-l " + name.substr(2) + " " : "-s " + name.substr(1) + " ";
  }
  if (!option.words.empty()) {
    rest += "-x -a " + singleQuoted(CLI::detail::join(option.words, " ")) + " ";
  } else if (option.takesFiles) {
    rest += "-r -F ";
  } else if (!option.value.empty()) {
    rest += "-x ";
  }
  return line(when, rest + "-d " + singleQuoted(option.help));
}

}  // namespace

std::string fishCompletions(const CLI::App& app) {
  const std::vector<CommandDocs> commands = commandDocs(app);
  std::string text =
      "# Completions of texeleton-cli for fish. Made by texeleton-cli shell fish.\ncomplete -c texeleton-cli -f\n";
  for (const CommandDocs& command : commands) {
    const std::string when = condition(command.path);
    std::string none = command.path.empty() ? "__fish_use_subcommand" : when;
    if (!command.path.empty() && !command.commands.empty()) {
      none += "; and not __fish_seen_subcommand_from " + CLI::detail::join(command.commands, " ");
    }
    for (const CommandDocs& below : commands) {
      if (below.path.size() == command.path.size() + 1 &&
          std::equal(command.path.begin(), command.path.end(), below.path.begin())) {
        text += line(none, "-a " + below.path.back() + " -d " + singleQuoted(below.help));
      }
    }
    bool takesFiles = false;
    for (const OptionDocs& option : command.options) {
      takesFiles = takesFiles || (option.isArgument && option.takesFiles);
      if (option.names.front().front() == '-' && !(option.names.back() == "--help" && !command.path.empty())) {
        text += optionLine(option, when);
      }
      if (option.isArgument && !option.words.empty()) {
        text += line(when, "-a " + singleQuoted(CLI::detail::join(option.words, " ")));
      }
    }
    text += takesFiles ? line(when, "-F") : "";
  }
  return text;
}

}  // namespace texeleton::cli
