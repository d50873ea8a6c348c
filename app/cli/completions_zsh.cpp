#include <algorithm>

#include "app/cli/command_docs.h"

namespace texeleton::cli {

namespace {

// Inside single quotes.
std::string withQuotesEscaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result;
}

// Inside a specification of _arguments or _describe: brackets and colons end its parts.
std::string part(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
  }
  return withQuotesEscaped(result);
}

std::string action(const OptionDocs& option) {
  std::string text;
  for (const std::string& word : option.words) {
    text += (text.empty() ? "(" : " ") + word;
  }
  return !text.empty() ? text + ")" : option.takesFiles ? "_files" : " ";
}

std::string argumentSpecs(const std::vector<OptionDocs>& options) {
  std::string text;
  for (const OptionDocs& option : options) {
    const std::string value =
        option.value.empty() ? "" : ":" + part(option.value) + ":" + withQuotesEscaped(action(option));
    for (const std::string& name : option.names) {
      if (name.front() == '-') {
        // Once a name of an option is used, its other names are no longer offered.
        std::string others;
        for (const std::string& other : option.names) {
          others += (others.empty() ? "" : " ") + other;
        }
        text += " \\\n    '" + (option.isRepeated ? "*" : "(" + others + ")") + name +
                (option.value.empty()     ? ""
                 : name.starts_with("--") ? "="
                                          : "+") +
                "[" + part(option.help) + "]" + value + "'";
      }
    }
    if (option.isArgument) {
      text += std::string(" \\\n    '") + (option.isRepeated ? "*" : "") + ":" + part(option.names.back()) + ":" +
              withQuotesEscaped(action(option)) + "'";
    }
  }
  return text;
}

std::string functionName(const std::vector<std::string>& path) {
  std::string name = "_texeleton-cli";
  for (const std::string& word : path) {
    name += "_" + word;
  }
  return name;
}

}  // namespace

std::string zshCompletions(const CLI::App& app) {
  const std::vector<CommandDocs> commands = commandDocs(app);
  std::string text =
      "#compdef texeleton-cli\n# Completions of texeleton-cli for zsh. Made by texeleton-cli shell zsh.\n";
  for (const CommandDocs& command : commands) {
    std::vector<OptionDocs> options = command.options;
    for (const OptionDocs& option : commands.front().options) {  // The program's options are valid after commands, too.
      if (!command.path.empty() && option.names.back() != "--help" && option.names.back() != "--version") {
        options.push_back(option);
      }
    }
    text += "\n" + functionName(command.path) + "() {\n";
    if (command.commands.empty()) {
      text += "  _arguments -S" + argumentSpecs(options) + "\n}\n";
      continue;
    }
    std::string names;
    std::string cases;
    for (const CommandDocs& below : commands) {
      if (below.path.size() == command.path.size() + 1 &&
          std::equal(command.path.begin(), command.path.end(), below.path.begin())) {
        names += "\n    '" + below.path.back() + ":" + part(below.help) + "'";
        cases += "\n        " + below.path.back() + ") " + functionName(below.path) + " ;;";
      }
    }
    text += "  local context state state_descr line\n  local -a commands\n  typeset -A opt_args\n  commands=(" + names +
            ")\n  _arguments -C" + argumentSpecs(options) +
            " \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n"
            "  case $state in\n    command) _describe command commands ;;\n    argument)\n      case $line[1] in" +
            cases + "\n      esac ;;\n  esac\n}\n";
  }
  // Loaded by compinit it is a function's body; loaded by source it is registered.
  return text +
         "\nif [[ $funcstack[1] == _texeleton-cli ]]; then\n  _texeleton-cli \"$@\"\nelse\n"
         "  compdef _texeleton-cli texeleton-cli\nfi\n";
}

}  // namespace texeleton::cli
