// texeleton-cli blender-addon: the package that bakes from inside Blender.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/option_values.h"
#include "core/base/save_file.h"
#include "core/export/engine_files.h"
#include "core/export/zip_archive.h"
#include "core/import/blender/blender_package.h"
#include "core/recipe/settings.h"

namespace texeleton::cli {

namespace {

int writeAddon(const std::string& output, const Console& console) {
  std::vector<exporting::ProjectFile> files;
  for (importing::PackageFile& file : importing::blenderPackage()) {
    files.push_back({std::move(file.path), std::move(file.content)});
  }
  files.push_back({"texeleton/recipe.schema.json", recipe::recipeSchema()});
  files.push_back({"texeleton/texeleton_import.py", exporting::engineFile("blender/texeleton_import.py")});
  const auto saved = saveFile(output, exporting::zipArchive(files));
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
