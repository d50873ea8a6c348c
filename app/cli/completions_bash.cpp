#include <algorithm>

#include "app/cli/command_docs.h"

namespace texeleton::cli {

namespace {

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
  return CLI::detail::join(words, between);
}

std::vector<std::string> optionNames(const CommandDocs& command) {
  std::vector<std::string> names;
  for (const OptionDocs& option : command.options) {
    for (const std::string& name : option.names) {
      if (name.front() == '-') {
        names.push_back(name);
      }
    }
  }
  return names;
}

// The patterns "COMMAND:--option" of the options that `wanted` accepts.
template <class Wanted>
std::vector<std::string> patterns(const CommandDocs& command, const Wanted& wanted) {
  std::string start = "*";
  if (!command.path.empty()) {
    start = '"';
    start.append(joined(command.path)).append(1, '"');
  }
  std::vector<std::string> all;
  for (const OptionDocs& option : command.options) {
    for (const std::string& name : option.names) {
      if (name.front() == '-' && wanted(option)) {
        all.push_back(start + ':' + name);
      }
    }
  }
  return all;
}

}  // namespace

std::string bashCompletions(const CLI::App& app) {
  const std::vector<CommandDocs> commands = commandDocs(app);
  std::string find;
  std::string choose;
  std::string values;
  std::vector<std::string> files;
  std::vector<std::string> anything;
  for (const CommandDocs& command : commands) {
    const std::string path = joined(command.path);
    for (const std::string& name : command.commands) {
      const std::string below = path.empty() ? name : path + " " + name;
      find += "      \"" + path + ":" + name + "\") command=\"" + below + "\" ;;\n";
    }
    const bool takesFiles = std::ranges::any_of(
        command.options, [](const OptionDocs& option) { return option.isArgument && option.takesFiles; });
    choose += "    \"" + path + "\") words=\"" + joined(command.commands) + "\" options=\"" +
              joined(optionNames(command)) + "\" files=" + (takesFiles ? "yes" : "") + " ;;\n";
    for (const OptionDocs& option : command.options) {
      if (const auto mine = patterns(command, [&](const OptionDocs& o) { return &o == &option; });
          !option.words.empty() && !mine.empty()) {
        values += "    " + joined(mine, "|") + ") COMPREPLY=($(compgen -W \"" + joined(option.words) +
                  "\" -- \"$cur\")); return ;;\n";
      }
    }
    const auto some = [&](std::vector<std::string>& all, bool takes) {
      for (const std::string& pattern : patterns(command, [&](const OptionDocs& option) {
             return !option.value.empty() && option.words.empty() && option.takesFiles == takes;
           })) {
        all.push_back(pattern);
      }
    };
    some(files, true);
    some(anything, false);
  }
  return "# Completions of texeleton-cli for bash. Made by texeleton-cli shell bash.\n"
         "_texeleton_cli() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= words= options= files= i\n"
         "  COMPREPLY=()\n"
         "  # --option=value comes as three words.\n"
         "  if [[ $cur == = ]]; then\n"
         "    cur=\n"
         "  elif [[ $prev == = ]]; then\n"
         "    prev=${COMP_WORDS[COMP_CWORD-2]}\n"
         "  fi\n"
         "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
         "    case \"$command:${COMP_WORDS[i]}\" in\n" +
         find +
         "    esac\n"
         "  done\n"
         "  case \"$command:$prev\" in\n" +
         values + "    " + joined(files, "|") +
         ")\n      compopt -o filenames 2>/dev/null\n"
         "      mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n      return ;;\n    " +
         joined(anything, "|") +
         ") return ;;\n"
         "  esac\n"
         "  case \"$command\" in\n" +
         choose +
         "  esac\n"
         "  if [[ $cur == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options " +
         joined(optionNames(commands.front())) +
         "\" -- \"$cur\"))\n"
         "  elif [[ -n $words ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "  elif [[ -n $files ]]; then\n"
         "    compopt -o filenames 2>/dev/null\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
         "  fi\n"
         "}\n"
         "complete -F _texeleton_cli texeleton-cli\n";
}

}  // namespace texeleton::cli
