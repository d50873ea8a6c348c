// texeleton-cli export: recipes are baked and go where they say.

#include <memory>

#include "app/cli/bake_many.h"
#include "app/cli/commands.h"
#include "app/cli/number_range.h"
#include "app/cli/recipe_exports.h"

namespace texeleton::cli {

namespace {

struct ExportArguments {
  std::vector<std::string> recipes;
  BakeArguments bake;
};

int runExport(const ExportArguments& arguments, const Console& console) {
  const auto files = expandPatterns(arguments.recipes);
  const auto bakes = files ? exportsOf(*files) : fail(files.error());
  return bakes ? bakeAll(arguments.bake, *bakes, console) : console.error(bakes.error());
}

}  // namespace

void addExportCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand(
      "export", "Bakes recipes, writes what their export targets say, and verifies it; as Ctrl+E of the editor");
  command->add_option("--recipe,RECIPE", arguments->recipes, "Recipes (NAME.texeleton), or patterns in quotes")
      ->required();
  BakeArguments& bake = arguments->bake;
  bake.shape = BakeShape::Many;
  bake.isExport = true;
  command->add_flag("--if-changed", bake.ifChanged, "Export only where something changed");
  command->add_option("--jobs", bake.jobs, "How many are exported side by side (default: by threads)")
      ->check(numberIn(0, 1024));
  command->add_option("--threads", bake.threads, "Threads to use, all jobs together (default: all)")
      ->check(numberIn(0, 1024));
  bake.import.addLimitsTo(*command);
  command->footer(R"(Examples:
  texeleton-cli export --recipe hero.texeleton
  texeleton-cli export 'characters/*.texeleton' --if-changed)");
  command->callback([arguments, &action] {
    action = [arguments](const Console& console) { return runExport(*arguments, console); };
  });
}

}  // namespace texeleton::cli
