#include "app/cli/bake_arguments.h"

#include <filesystem>

#include "app/cli/number_range.h"
#include "core/bake/bake.h"

namespace texeleton::cli {

void BakeArguments::addTo(CLI::App& command) {
  command.add_option("MODEL", model, "The model file; with --recipe: instead of the recipe's");
  command.add_option("-o,--output", output, "The pack to write, NAME.texpack");
  command.add_option("--mode", mode, "What the texture holds: skin matrices or vertices (default: bone)")
      ->check(CLI::IsMember({"bone", "vertex"}));
  command
      .add_option("--clip", clips,
                  "A clip to bake: "
                  "NAME|#INDEX[,from=S][,to=S][,name=N][,fps=F][,loop=on|off|auto][,root-motion=keep|remove|extract]; "
                  "may be given "
                  "again, also for several cuts of one clip (default: every clip)")
      ->allow_extra_args(false)
      ->type_name("CLIP");
  command.add_option("--fps", fps, "Samples a second (default: the source's rate, else 30)")
      ->check(numberIn(1e-3, 100000.0));
  command.add_option("--loop", loop, "Whether clips loop (default: auto, by their ends)")
      ->check(CLI::IsMember({"auto", "on", "off"}));
  command
      .add_option("--expose", expose,
                  "Expose the nodes whose whole name matches this regular expression as sockets; may be given again")
      ->allow_extra_args(false)
      ->type_name("REGEX");
  command.add_flag("--expose-ignore-case", exposeIgnoreCase, "Match names without regard to case");
  command.add_option("--events", events,
                     "Events of the clips, JSON or CSV (default: MODEL.events.json if it is there)");
  command.add_option("--pixel-format", pixelFormat, "Half or float texels (default: rgba16f)")
      ->check(CLI::IsMember({"rgba16f", "rgba32f"}));
  command.add_option("--compression", compression, "Of the EXR file, lossless (default: zip)")
      ->check(CLI::IsMember({"none", "rle", "zip"}));
  command.add_option("--size", size, "Sides rounded up to powers of two, or exact (default: pow2)")
      ->check(CLI::IsMember({"pow2", "exact"}));
  command.add_option("--max-size", maxSize, "Longest side in texels; wider frames are folded (default: 8192)")
      ->check(numberIn(16, 65536));
  command.add_option("--max-error", maxError, "Fail when the measured error exceeds this many millimetres")
      ->check(numberIn(0.0, 1e9));
  command.add_flag("--own-elements", ownElements, "Vertex mode: an element for each vertex, none shared");
  command.add_flag("--no-measure", noMeasure, "Do not measure the error");
  CLI::Option* fromRecipe = command.add_option("--recipe", recipe, "Bake what this recipe says (NAME.texeleton)");
  command.add_option("--save-recipe", saveRecipe, "Write the options given as a recipe")->excludes(fromRecipe);
  command.add_option("--threads", threads, "Threads to use (default: all)")->check(numberIn(0, 1024));
  meshes.addTo(command);
  motion.addTo(command);
  rootMotion.addTo(command);
  import.addTo(command);
}

void BakeArguments::check() {
  if (!output.empty() && std::filesystem::path(output + "/").parent_path().extension() != ".texpack") {
    throw CLI::ValidationError("--output", "a pack is called NAME.texpack, not \"" + output + "\"");
  }
  if (recipe.empty() && model.empty()) {
    throw CLI::RequiredError("MODEL or --recipe");
  }
  if (recipe.empty() && output.empty()) {
    throw CLI::RequiredError("--output NAME.texpack");
  }
  if (noMeasure && maxError) {
    throw CLI::ValidationError("--max-error", "cannot be kept with --no-measure");
  }
  if (auto nodes = exposedNodes(Model(), exposeFilters()); !nodes) {
    throw CLI::ValidationError("--expose", nodes.error().message);
  }
  meshes.check();
  for (const std::string& text : clips) {
    auto clip = parseClipArgument(text);
    if (!clip) {
      throw CLI::ValidationError(clip.error().message);
    }
    parsedClips.push_back(std::move(*clip));
  }
}

std::vector<ExposeFilter> BakeArguments::exposeFilters() const {
  std::vector<ExposeFilter> filters;
  for (const std::string& pattern : expose) {
    filters.push_back({pattern, !exposeIgnoreCase});
  }
  return filters;
}

}  // namespace texeleton::cli
