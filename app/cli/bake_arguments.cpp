#include "app/cli/bake_arguments.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>

#include "app/cli/clip_argument.h"
#include "app/cli/mask_argument.h"
#include "app/cli/option_values.h"
#include "app/cli/setting_option.h"
#include "core/bake/bake.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/batch/batch_names.h"
#include "core/recipe/resolve.h"
#include "core/recipe/settings.h"
#include "core/settings/tolerance.h"
#include "core/vat/encoding.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

bool isPackName(const std::string& path) { return fs::path(path + "/").parent_path().extension() == ".texpack"; }

bool isPattern(const std::string& input) {
  return fs::path(input).filename().string().find_first_of("*?") != std::string::npos;
}

bool isFolder(const std::string& path) {
  std::error_code error;
  return path.ends_with('/') || fs::is_directory(path, error);
}

/// Options without effect on a pack's content, or with files, which are compared themselves.
bool isBesideThePoint(const std::string& option) {
  static const std::set<std::string> kBakeOptionNames = {
      "--help",           "MODEL",     "--output", "--recipe",   "--like",
      "--save-recipe",    "--events",  "--motion", "--threads",  "--jobs",
      "--if-changed",     "--dry-run", "--settle", "--no-cache", "--import-memory",
      "--import-timeout", "--engine",  "--option", "--replace"};
  return kBakeOptionNames.count(option) != 0;
}

std::string givenOptions(const CLI::App& command) {
  nlohmann::json given = nlohmann::json::object();
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() != 0 && !isBesideThePoint(option->get_name())) {
      given[option->get_name()] = option->results();
    }
  }
  return given.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// An error limit as a number of millimetres.
std::string inMillimetres(const std::string& text) {
  const Result<double> limit = parseTolerance(text);
  if (!limit) {
    throw CLI::ValidationError(limit.error().message);  // The caller adds the option's name.
  }
  std::array<char, 40> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), *limit).ptr};
}

/// The number above 0 after the last '='; nothing if there is none.
std::optional<double> scaleOf(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    return std::nullopt;
  }
  const auto scale = finiteNumber(std::string_view(text).substr(equals + 1));
  return scale && *scale > 0.0 ? scale : std::nullopt;
}

}  // namespace

Result<void> RequestArguments::addCharacters(recipe::Recipe& under) const {
  for (const std::string& file : further) {
    recipe::addSource(under, pack::SourceRole::Character, file);
  }
  const std::vector<std::string> names = mapped(recipe::sourceFiles(under, {}, pack::SourceRole::Character),
                                                [](const fs::path& file) { return file.stem().string(); });
  for (const std::string& text : characterScales) {
    const std::string name = text.substr(0, text.rfind('='));
    const auto source = std::ranges::find_if(under.sources, [&](const auto& each) {
      const fs::path file = recipe::fileOf(each, {});
      return each.role == pack::SourceRole::Character &&
             (file.stem() == name || file.filename() == name || file == name);
    });
    if (source == under.sources.end()) {
      return fail(
          ErrorCode::InvalidArgument,
          message("--character-scale: none of the characters that share the first one's animation is called %1%2",
                  inQuotes(name), didYouMean(name, names)));
    }
    source->scale = scaleOf(text).value_or(1.0);
  }
  return {};
}

void RequestArguments::putOver(recipe::Recipe& under) const {
  // A mode and an encoding of the other mode exclude each other.
  const vat::Encoding* const kept = vat::findEncoding(under.bake.encoding);
  if (settings.bake.mode && (kept == nullptr || kept->mode != *settings.bake.mode)) {
    under.bake.encoding.clear();
  }
  texeleton::putOver(settings.bake, under.bake);
  texeleton::putOver(settings.write, under.write);
  texeleton::putOver(import.settings, under.import);
  const vat::Encoding* const encoding = vat::findEncoding(settings.bake.encoding);
  if (encoding != nullptr && !settings.bake.mode) {
    under.bake.mode = encoding->mode;
  }
}

void BakeArguments::addSettingsTo(CLI::App& command) {
  recipe::RecipeBake& baked = settings.bake;
  addSetting<&recipe::RecipeBake::mode>(command, "--mode", baked);
  addSetting<&recipe::RecipeBake::encoding>(command, "--encoding", baked, "; decides the mode where --mode is left out")
      ->check(oneOf(mapped(vat::encodings(), [](const vat::Encoding& known) { return std::string(known.name); })));
  addSetting<&recipe::RecipeBake::shapes>(command, "--shapes", baked);
  addSetting<&recipe::RecipeBake::rows>(command, "--rows", baked);
  command
      .add_option("--clip", clips,
                  "A clip to bake: "
                  "NAME|PATTERN|#INDEX[,from=S][,to=S][,name=N][,fps=F][,loop=on|off|auto|close]"
                  "[,root-motion=keep|remove|extract][,max-error=LIMIT][,max-normal-error=DEGREES]; fps=0 makes one "
                  "frame; in a pattern * stands for anything; may be repeated, also for several cuts of one clip "
                  "(default: every clip)")
      ->allow_extra_args(false)
      ->type_name("CLIP");
  command.add_flag("--strip-names", stripNames,
                   "Remove the prefix and the suffix that all clip names share, as in Rig|Walk_Rig");
  addSetting<&recipe::RecipeBake::fps>(command, "--fps", baked);
  addSetting<&recipe::RecipeBake::loop>(command, "--loop", baked);
  command
      .add_option("--expose", expose,
                  "Expose the nodes whose whole name matches this regular expression as sockets; may be repeated")
      ->allow_extra_args(false)
      ->type_name("REGEX");
  command.add_flag("--expose-ignore-case", exposeIgnoreCase, "Match names without regard to case");
  command
      .add_option(
          "--mask", masks,
          "Bones on which players may layer a second clip over the first: NAME=BONE[,BONE:WEIGHT]…[,soft=BONES]; a "
          "bone without a weight includes all bones below it, one with a weight (0 to 1) is itself alone; soft: bones "
          "over which the weight rises to 1; may be repeated")
      ->allow_extra_args(false)
      ->type_name("MASK");
  namesPath(command.add_option("--events", events,
                               "Events of the clips, JSON or CSV (default: MODEL.events.json if it is there)"),
            "FILE");
  addSetting<&recipe::RecipeBake::pixelFormat>(command, "--pixel-format", baked);
  addSetting<&recipe::RecipeWrite::compression>(command, "--compression", settings.write);
  addSetting<&recipe::RecipeBake::size>(command, "--size", baked);
  addSetting<&recipe::RecipeBake::maxSize>(command, "--max-size", baked);
  addSetting<&recipe::RecipeBake::maxError>(
      command, "--max-error", baked,
      ": millimetres (5, 0.5mm), pixels at a distance (1px@20m for 1080 lines and 60 degrees; 1px@20m/LINES/DEGREES "
      "for others), hero (0.5px@2m), crowd (1px@10m) or far (1px@40m); with --fit the limit of the search")
      ->type_name("LIMIT")
      ->transform(inMillimetres);
  command.add_flag("--fit", fit,
                   "Search mode, encoding and the rate of each clip for the smallest pack that keeps --max-error; "
                   "--mode, --encoding, --pixel-format and --size restrict the search, and export targets restrict the "
                   "encodings to those that they decode");
  addSetting<&recipe::RecipeBake::maxNormalError>(command, "--max-normal-error", baked,
                                                  "; with --fit the limit of the search");
  command.add_flag_callback(
      "--own-elements", [&baked] { baked.shareElements = false; },
      "Vertex mode: an element for each vertex, none shared");
  command.add_flag_callback(
      "--no-measure", [&baked] { baked.measure = false; }, "Do not measure the error");
  namesPath(
      command.add_option("--like", like, "Bake models with the settings of this recipe; its clips are matched by name"),
      "RECIPE");
  meshes.addTo(command);
  attached.addTo(command);
  motion.addTo(command);
  const char* const rootGroup = "Root motion";
  recipe::RecipeRootMotion& root = baked.rootMotion;
  addSetting<&recipe::RecipeRootMotion::mode>(command, "--root-motion", root)->group(rootGroup);
  addSetting<&recipe::RecipeRootMotion::node>(command, "--root", root)->type_name("NODE")->group(rootGroup);
  addSetting<&recipe::RecipeRootMotion::yaw>(command, "--root-yaw", root)->group(rootGroup);
  addSetting<&recipe::RecipeRootMotion::height>(command, "--root-height", root)->group(rootGroup);
  import.addTo(command);
}

void BakeArguments::addTo(CLI::App& command) {
  namesPath(command.add_option(
                "MODEL", inputs,
                "Model files and recipes, or patterns in quotes; with --recipe one model in place of the recipe's"),
            "FILE|GLOB");
  namesPath(
      command.add_option("-o,--output", output, "The pack to write, NAME.texpack; for several inputs their folder"),
      "PACK|FOLDER");
  addSettingsTo(command);
  namesPath(
      command.add_option("--fit-picture", fitPicture, "With --fit: write a plot of the attempts, bytes against error"),
      "FILE.svg");
  CLI::Option* fromRecipe =
      namesPath(command.add_option("--recipe", recipe, "Bake this recipe (NAME.texeleton)"), "RECIPE");
  command.get_option("--like")->excludes(fromRecipe);
  namesPath(command.add_option("--save-recipe", saveRecipe, "Write the options given as a recipe"), "RECIPE")
      ->excludes(fromRecipe);
  command.add_flag(
      "--share-animation", shareAnimation,
      "Bake characters with equal bones and bind poses into one pack: the clips of the first, a variant for each");
  command
      .add_option("--character-scale", characterScales,
                  "Metres per unit of the file of a character with another unit than the first, given by the name of "
                  "its file; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=METRES")
      ->check([](const std::string& text) { return scaleOf(text) ? std::string() : "must be NAME=METRES, above 0"; });
  command.add_flag("--if-changed", ifChanged, "Skip packs that are up to date");
  command.add_option("--jobs", jobs, "With several inputs: the number baked in parallel (default: by threads)")
      ->check(numberIn(0, 1024));
  command.add_option("--threads", threads, "Threads to use, all jobs together (default: all)")
      ->check(numberIn(0, 1024));
}

void BakeArguments::checkOne() {
  shape = BakeShape::One;
  if (!inputs.empty() && recipe.empty() && batch::isRecipeFile(inputs.front())) {
    recipe = inputs.front();
  } else if (!inputs.empty()) {
    model = inputs.front();
  }
  if (recipe.empty() && output.empty()) {
    throw CLI::RequiredError("--output NAME.texpack");
  }
  if (!output.empty() && !isPackName(output)) {
    if (!isFolder(output)) {
      throw CLI::ValidationError("--output",
                                 "a pack is called NAME.texpack, not \"" + output + "\" (which is no folder)");
    }
    folder = output;
    output = (fs::path(output) / fs::path(recipe.empty() ? model : recipe).stem()).string() + ".texpack";
  }
}

void BakeArguments::checkMany() {
  shape = BakeShape::Many;
  if (isPackName(output)) {
    throw CLI::ValidationError("--output",
                               "several inputs become several packs: give a folder, not \"" + output + "\"");
  }
  if (!recipe.empty()) {
    throw CLI::ValidationError(
        "--recipe", "bakes one model; give several recipes as inputs, or one for several models with --like");
  }
  if (!events.empty() || !saveRecipe.empty()) {
    throw CLI::ValidationError(events.empty() ? "--save-recipe" : "--events", "is for one model, not for several");
  }
  if (output.empty() && !std::ranges::all_of(inputs, batch::isRecipeFile)) {
    throw CLI::RequiredError("--output FOLDER");
  }
  folder = output;
}

void BakeArguments::checkShared() {
  shape = BakeShape::Shared;
  if (!isPackName(output)) {
    throw CLI::ValidationError("--share-animation", "makes one pack of several models: give -o NAME.texpack");
  }
  if (!recipe.empty() || std::ranges::any_of(inputs, batch::isRecipeFile)) {
    throw CLI::ValidationError("--share-animation",
                               "is for models: a recipe lists its characters itself, and --like takes its settings");
  }
  if (settings.bake.mode == vat::BakeMode::Vertex) {
    throw CLI::ValidationError(
        "--share-animation", "needs bone mode: in vertex mode every character has vertices of its own in the texture");
  }
}

Result<void> BakeArguments::findCharacters() {
  auto files = batch::expandPatterns(inputs);
  TRY(files);
  if (files->size() < 2) {
    return fail(ErrorCode::InvalidArgument, "--share-animation needs at least two models");
  }
  model = files->front().string();
  for (std::size_t i = 1; i < files->size(); ++i) {
    further.push_back((*files)[i].string());
  }
  return {};
}

void BakeArguments::check(const CLI::App& command) {
  if (recipe.empty() && inputs.empty()) {
    throw CLI::RequiredError("MODEL or --recipe");
  }
  if (!like.empty() && std::ranges::any_of(inputs, batch::isRecipeFile)) {
    throw CLI::ValidationError("--like", "is for models; a recipe has settings of its own");
  }
  if (ifChanged && !saveRecipe.empty()) {
    throw CLI::ValidationError("--if-changed", "may leave the bake out, so that --save-recipe has nothing to save");
  }
  if (dryRun && !saveRecipe.empty()) {
    throw CLI::ValidationError("--dry-run", "writes nothing: leave out --save-recipe");
  }
  if (shareAnimation) {
    checkShared();
  } else if (inputs.size() > 1 || std::ranges::any_of(inputs, isPattern)) {
    checkMany();
  } else {
    checkOne();
  }
  checkSettings(command, !recipe.empty() || std::ranges::any_of(inputs, batch::isRecipeFile));
  if (!fit && !fitPicture.empty()) {
    throw CLI::ValidationError("--fit-picture", "goes with --fit");
  }
}

void BakeArguments::checkSettings(const CLI::App& command, bool ofRecipes) {
  attached.check();
  given = givenOptions(command);
  recipe::RecipeBake& baked = settings.bake;
  const bool mayBeLimited = !clips.empty() || ofRecipes || !like.empty();
  if (fit && !baked.maxError && !mayBeLimited) {
    throw CLI::ValidationError("--fit", "needs the error to keep: --max-error 0.5mm");
  }
  if (fit && baked.fps) {
    throw CLI::ValidationError("--fit", "searches the rates itself: leave out --fps");
  }
  if (baked.measure == false && (baked.maxError || baked.maxNormalError)) {
    throw CLI::ValidationError(baked.maxError ? "--max-error" : "--max-normal-error",
                               "cannot be kept with --no-measure");
  }
  for (const std::string& pattern : expose) {
    baked.expose.push_back({pattern, !exposeIgnoreCase, {}});
    if (auto nodes = bake::exposedNodes(model::Model(), {{pattern, !exposeIgnoreCase}}); !nodes) {
      throw CLI::ValidationError("--expose", nodes.error().message);
    }
  }
  meshes.addTo(baked);
  for (const std::string& text : masks) {
    auto mask = parseMask(text);
    if (!mask) {
      throw CLI::ValidationError("--mask", mask.error().message);
    }
    if (std::ranges::any_of(baked.masks, [&](const recipe::RecipeMask& other) { return other.name == mask->name; })) {
      throw CLI::ValidationError("--mask", "there are two masks called " + inQuotes(mask->name));
    }
    baked.masks.push_back(std::move(*mask));
  }
  for (const std::string& text : clips) {
    auto clip = parseClipArgument(text);
    if (!clip) {
      throw CLI::ValidationError(clip.error().message);
    }
    settings.clips.push_back(std::move(*clip));
  }
}

Result<void> BakeArguments::makeFolder() const {
  std::error_code error;
  if (!folder.empty() && !dryRun) {
    fs::create_directories(folder, error);
  }
  return error ? fail(ErrorCode::Io, message("the folder cannot be made: %1", error.message()), folder)
               : Result<void>();
}

}  // namespace texeleton::cli
