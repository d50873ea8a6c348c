// texeleton-cli blender-addon: the package that bakes from inside Blender.

#include <cstdio>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/option_values.h"
#include "core/base/save_file.h"
#include "core/export/blender/blender_addon.h"

namespace texeleton::cli {

namespace {

int writeAddon(const std::string& output, const Console& console) {
  const auto saved = saveFile(output, exporting::blenderAddon());
  if (!saved) {
    return console.error(saved.error());
  }
  if (!console.quiet && !console.json) {
    std::fprintf(stderr, "%s: install it in Blender with Edit > Preferences > Add-ons > Install\n", output.c_str());
  }
  return kDone;
}

}  // namespace

void addBlenderAddonCommand(CLI::App& app, Action& action) {
  const auto output = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "blender-addon", "Writes the add-on that bakes from inside Blender (3.4 and later) as a file to install there");
  namesPath(command->add_option("-o,--output", *output, "The archive to write"), "FILE.zip")->required();
  command->footer(R"(Examples:
  texeleton-cli blender-addon -o texeleton-blender.zip)");
  command->callback(
      [output, &action] { action = [output](const Console& console) { return writeAddon(*output, console); }; });
}

}  // namespace texeleton::cli
