#include <string_view>

#include "app/cli/command_docs.h"

namespace texeleton::cli {

namespace {

// Text escaped for troff: no requests, no escapes, dashes that can be copied.
std::string plain(std::string_view text) {
  std::string result;
  bool lineBegins = true;
  for (const char c : text) {
    if (lineBegins && (c == '.' || c == '\'')) {
      result += "\\&";
    }
    lineBegins = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
      result += c == '|' || c == ']' ? "\\:" : "";  // A break point in a long word.
    }
  }
  return result;
}

std::string optionEntry(const OptionDocs& option) {
  std::string text = ".TP\n\\fB";
  for (std::size_t i = 0; i < option.names.size(); ++i) {
    text += (i == 0 ? "" : "\\fR, \\fB") + plain(option.names[i]);
  }
  text += "\\fR";
  if (!option.value.empty() && option.names.front() != option.value) {
    text += " \\fI" + plain(option.value) + "\\fR";
  }
  return text + "\n" + plain(option.help) + "\n";
}

// A footer: its examples unfilled, its other text filled.
std::string footerText(const std::string& footer) {
  std::string text;
  std::string line;
  bool isExample = false;
  for (const char c : footer + "\n") {
    if (c != '\n') {
      line += c;
      continue;
    }
    const bool begins = !isExample && line.starts_with("  ");
    const bool ends = isExample && !line.starts_with("  ");
    text += begins ? ".PP\n.nf\n" : ends ? ".fi\n.PP\n" : "";
    isExample = (isExample || begins) && !ends;
    text += line.empty() ? "" : plain(line) + "\n";
    line.clear();
  }
  return isExample ? text + ".fi\n" : text;
}

std::string commandText(const CommandDocs& command) {
  std::string name;
  for (const std::string& part : command.path) {
    name += " " + part;
  }
  std::string text = ".SS \"texeleton\\-cli" + plain(name) + "\"\n" + plain(command.help) + "\n";
  std::string group;
  for (const OptionDocs& option : command.options) {
    if (option.names.back() == "--help") {
      continue;
    }
    if (option.group != group && option.group != "Positionals" && option.group != "Options") {
      text += ".PP\n\\fI" + plain(option.group) + "\\fR\n";
    }
    group = option.group;
    text += optionEntry(option);
  }
  return text + (command.footer.empty() ? "" : ".PP\n" + footerText(command.footer));
}

}  // namespace

std::string manualPage(const CLI::App& app) {
  const std::vector<CommandDocs> commands = commandDocs(app);
  std::string text =
      ".\\\" Made by texeleton-cli shell man.\n.TH TEXELETON\\-CLI 1 \"\" \"Texeleton " TEXELETON_VERSION
      "\" \"User Commands\"\n.if n .ad l\n"  // On terminals lines of long words cannot be spread out.
      ".SH NAME\ntexeleton\\-cli \\- turns skeletal animation into textures\n"
      ".SH SYNOPSIS\n.B texeleton\\-cli\n[\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n" +
      plain(commands.front().help) + "\n.PP\n" + footerText(commands.front().footer) + ".SH OPTIONS\n";
  for (const OptionDocs& option : commands.front().options) {
    text += optionEntry(option);
  }
  text += ".SH COMMANDS\n";
  for (std::size_t i = 1; i < commands.size(); ++i) {
    text += commandText(commands[i]);
  }
  return text +
         ".SH ENVIRONMENT\n.TP\n.B TEXELETON_CACHE\nThe folder of the import cache.\n.TP\n"
         ".B TEXELETON_IMPORT_WORKER\nThe program that reads models, where it does not lie in its usual place.\n"
         ".SH FILES\n.TP\n.I ~/.cache/texeleton/import\nImported models, at most 2 GiB. It may be deleted at any "
         "time.\n";
}

}  // namespace texeleton::cli
