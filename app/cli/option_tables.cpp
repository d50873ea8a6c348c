#include <string_view>

#include "app/cli/command_docs.h"

namespace texeleton::cli {

namespace {

// A cell of a Markdown table: vertical lines and line breaks would end it, angle brackets would be markup.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '|' ? "\\|" : c == '<' ? "&lt;" : std::string(1, c == '\n' ? ' ' : c);
  }
  return result;
}

std::string row(const OptionDocs& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += (names.empty() ? "`" : ", `") + name + "`";
  }
  const bool hasValue = !option.value.empty() && option.names.front() != option.value;
  return "| " + names + (hasValue ? " `" + cell(option.value) + "`" : "") + " | " + cell(option.help) + " |\n";
}

}  // namespace

std::string optionTables(const CLI::App& app) {
  std::string text =
      "# Options of texeleton-cli\n\nWritten by `texeleton-cli shell options`. [cli.md](cli.md) explains how the "
      "options "
      "work together.\n";
  for (const CommandDocs& command : commandDocs(app)) {
    text += "\n## texeleton-cli";
    for (const std::string& part : command.path) {
      text += " " + part;
    }
    text += "\n\n" + cell(command.help) + "\n\n| option | meaning |\n|---|---|\n";
    for (const OptionDocs& option : command.options) {
      text += option.names.back() == "--help" ? "" : row(option);
    }
  }
  return text;
}

}  // namespace texeleton::cli
