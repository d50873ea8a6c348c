// texeleton-cli bake: a model becomes a pack.

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/clip_argument.h"
#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_range.h"
#include "core/bake/bake.h"
#include "core/base/file_hash.h"
#include "core/pipeline/pack_job.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"

namespace texeleton::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Empty strings and unset optionals mean: not given, so that a recipe's value stands.
struct Arguments {
  std::string model;
  std::string output;
  std::string mode;
  std::vector<std::string> clips;
  std::optional<double> fps;
  std::string loop;
  std::vector<std::string> expose;
  bool exposeIgnoreCase = false;
  std::string events;
  std::string pixelFormat;
  std::string compression;
  std::string size;
  std::optional<std::uint32_t> maxSize;
  std::optional<double> maxError;
  bool ownElements = false;
  bool noMeasure = false;
  std::string recipe;
  std::string saveRecipe;
  unsigned threads = 0;
  ImportArguments import;
  MotionArguments motion;

  std::vector<ClipArgument> parsedClips;
};

std::vector<ExposeFilter> exposeFilters(const Arguments& arguments) {
  std::vector<ExposeFilter> filters;
  for (const std::string& pattern : arguments.expose) {
    filters.push_back({pattern, !arguments.exposeIgnoreCase});
  }
  return filters;
}

// Errors about what is in a file name the file.
Error about(const fs::path& file, Error error) {
  if (error.file.empty()) {
    error.file = file.string();
  }
  return error;
}

// Puts what the command line gives over what the recipe (or the defaults) say.
Result<void> applyArguments(const Arguments& arguments, const Model& model, BakeSettings& settings,
                            PackWriteOptions& write) {
  if (!arguments.mode.empty()) {
    settings.mode = arguments.mode == "vertex" ? BakeMode::Vertex : BakeMode::Bone;
  }
  if (!arguments.pixelFormat.empty()) {
    settings.pixelFormat = arguments.pixelFormat == "rgba32f" ? PixelFormat::Rgba32F : PixelFormat::Rgba16F;
  }
  if (!arguments.size.empty()) {
    settings.size = arguments.size == "exact" ? SizeRule::Exact : SizeRule::PowerOfTwo;
  }
  if (!arguments.compression.empty()) {
    write.compression = arguments.compression == "none"  ? TextureCompression::None
                        : arguments.compression == "rle" ? TextureCompression::Rle
                                                         : TextureCompression::Zip;
  }
  settings.maxSize = arguments.maxSize.value_or(settings.maxSize);
  settings.sampleRateHz = arguments.fps ? arguments.fps : settings.sampleRateHz;
  settings.loop = parseLoopMode(arguments.loop).value_or(settings.loop);
  settings.maxErrorMillimetres = arguments.maxError ? arguments.maxError : settings.maxErrorMillimetres;
  settings.shareElements = settings.shareElements && !arguments.ownElements;
  if (!arguments.expose.empty()) {
    settings.expose = exposeFilters(arguments);
  }
  if (!arguments.parsedClips.empty()) {
    settings.clips.clear();
    for (const ClipArgument& clip : arguments.parsedClips) {
      auto selection = selectClip(clip, model);
      if (!selection) {
        return fail(std::move(selection.error()));
      }
      settings.clips.push_back(std::move(*selection));
    }
  }
  return {};
}

// The events file: as given, else the recipe's, else the one beside the model if it is there.
fs::path eventsFileOf(const Arguments& arguments, const std::optional<Recipe>& recipe, const fs::path& model) {
  if (!arguments.events.empty()) {
    return arguments.events;
  }
  if (recipe) {
    return sourceFile(*recipe, arguments.recipe, "events");
  }
  return eventsFileBeside(model);
}

Result<PackSource> eventsSource(const fs::path& file) {
  auto hash = sha256OfFile(file);
  if (!hash) {
    return fail(std::move(hash.error()));
  }
  PackSource source;
  source.file = file.filename().string();
  source.role = "events";
  source.sha256 = std::move(*hash);
  return source;
}

struct Prepared {
  PackJob job;
  std::shared_ptr<const Model> model;
};

// Reads the recipe, imports the model and settles every option.
Result<Prepared> prepare(const Arguments& arguments, JobContext& context) {
  Prepared prepared;
  PackJob& job = prepared.job;
  std::optional<Recipe> recipe;
  ModelRequest& source = job.source;
  source.model = arguments.model;
  source.import = arguments.import.request();
  if (!arguments.recipe.empty()) {
    auto read = readRecipe(arguments.recipe, context);
    if (!read) {
      return fail(std::move(read.error()));
    }
    recipe = std::move(*read);
    if (source.model.empty()) {
      source.model = sourceFile(*recipe, arguments.recipe, "model");
      checkSources(*recipe, arguments.recipe, context);
    }
    const ImportOptions stated = toImportOptions(*recipe);
    ImportOptions& options = source.import.options;
    options.scale = options.scale ? options.scale : stated.scale;
    options.up = options.up ? options.up : stated.up;
    source.motions = sourceFiles(*recipe, arguments.recipe, "motion");
    source.boneMap = recipe->boneMap;
    job.write = toWriteOptions(*recipe);
  }
  if (auto added = arguments.motion.addTo(source); !added) {
    return fail(std::move(added.error()));
  }
  if (source.model.empty()) {
    return fail(ErrorCode::InvalidArgument, "the recipe names no model: add a source of role \"model\"",
                arguments.recipe);
  }
  job.output =
      arguments.output.empty() ? fs::path(arguments.recipe).replace_extension(".texpack") : fs::path(arguments.output);

  auto model = loadModel(source, context);
  if (!model) {
    return fail(std::move(model.error()));
  }
  prepared.model = std::move(*model);
  for (const Issue& issue : prepared.model->issues) {
    context.addIssue(issue);
  }

  if (recipe) {
    auto settings = toBakeSettings(*recipe, *prepared.model, context);
    if (!settings) {
      return fail(about(arguments.recipe, std::move(settings.error())));
    }
    job.settings = std::move(*settings);
  }
  if (auto applied = applyArguments(arguments, *prepared.model, job.settings, job.write); !applied) {
    return fail(about(source.model, std::move(applied.error())));
  }
  job.measure = !arguments.noMeasure;

  const fs::path events = eventsFileOf(arguments, recipe, source.model);
  if (!arguments.saveRecipe.empty()) {
    const RecipeInput input{source.model,          events,       source.motions, source.boneMap,
                            source.import.options, job.settings, job.write};
    auto made = recipeFromOptions(input, *prepared.model, arguments.saveRecipe);
    if (!made) {
      return fail(std::move(made.error()));
    }
    if (auto written = writeRecipe(arguments.saveRecipe, *made); !written) {
      return fail(std::move(written.error()));
    }
  }
  if (!events.empty()) {
    auto read = readEventsFile(events, *prepared.model, context);
    auto described = eventsSource(events);
    if (!read || !described) {
      return fail(read ? std::move(described.error()) : std::move(read.error()));
    }
    addEvents(job.settings, *read, *prepared.model);
    job.furtherSources.push_back(std::move(*described));
  }
  return prepared;
}

Json resultJson(const PackJob& job, const PackJobResult& result, const std::vector<PackFileSize>& sizes,
                const std::vector<Issue>& issues) {
  const BakedAnimation& animation = result.pack.animation;
  Json json = {{"pack", job.output.string()},
               {"mode", animation.mode == BakeMode::Bone ? "bone" : "vertex"},
               {"width", animation.layout.width},
               {"height", animation.layout.height},
               {"frames", animation.layout.frameCount},
               {"clips", Json::array()},
               {"files", Json::array()},
               {"seconds",
                {{"import", result.seconds.import},
                 {"bake", result.seconds.bake},
                 {"measure", result.seconds.measure},
                 {"write", result.seconds.write}}},
               {"issues", Json::array()}};
  for (const BakedClip& clip : animation.clips) {
    json["clips"].push_back({{"name", clip.name},
                             {"frames", clip.frameCount},
                             {"loop", clip.loop},
                             {"maxMillimetres", clip.error ? Json(clip.error->maxMillimetres) : Json(nullptr)}});
  }
  for (const PackFileSize& size : sizes) {
    json["files"].push_back({{"file", size.file}, {"bytes", size.bytes}});
  }
  for (const Issue& issue : issues) {
    json["issues"].push_back(
        {{"severity", severityName(issue.severity)}, {"text", issue.text}, {"subject", issue.subject}});
  }
  return json;
}

void printSummary(const PackJob& job, const PackJobResult& result, const std::vector<PackFileSize>& sizes) {
  const BakedAnimation& animation = result.pack.animation;
  double bytes = 0.0;
  for (const PackFileSize& size : sizes) {
    bytes += static_cast<double>(size.bytes);
  }
  std::printf("%s: %s mode, %u x %u %s, %s, %s, %s, %s\n", printable(job.output.string()).c_str(),
              animation.mode == BakeMode::Bone ? "bone" : "vertex", animation.layout.width, animation.layout.height,
              animation.pixelFormat == PixelFormat::Rgba16F ? "rgba16f" : "rgba32f",
              counted(animation.layout.frameCount, "frame").c_str(), counted(animation.clips.size(), "clip").c_str(),
              counted(animation.sockets.size(), "socket").c_str(), formatBytes(bytes).c_str());
  std::vector<std::vector<std::string>> rows = {{"clip", "frames", "seconds", "loop", "events", "max mm", "rms mm"}};
  for (const BakedClip& clip : animation.clips) {
    rows.push_back({printable(clip.name), std::to_string(clip.frameCount), formatted("%.4g", clip.lengthSeconds),
                    clip.loop ? "yes" : "no", std::to_string(clip.events.size()),
                    clip.error ? formatted("%.3g", clip.error->maxMillimetres) : "-",
                    clip.error ? formatted("%.3g", clip.error->rmsMillimetres) : "-"});
  }
  std::printf("%s", formatTable(rows, {false, true, true, false, true, true, true}).c_str());
}

int runBake(const Arguments& arguments, const Console& console) {
  JobContext context(console.progressBar());
  context.threadCount = arguments.threads;
  const CancelOnInterrupt interrupt(context);

  auto prepared = prepare(arguments, context);
  if (!prepared) {
    console.issues(context.takeIssues());
    return console.error(prepared.error());
  }
  auto result = runPackJob(prepared->job, prepared->model, context);
  const std::vector<Issue> issues = context.takeIssues();
  console.issues(issues);
  if (!result) {
    return console.error(about(prepared->job.source.model, result.error()));
  }
  auto sizes = packFileSizes(prepared->job.output);
  if (!sizes) {
    return console.error(sizes.error());
  }
  if (console.json) {
    std::printf(
        "%s\n",
        resultJson(prepared->job, *result, *sizes, issues).dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  } else if (!console.quiet) {
    printSummary(prepared->job, *result, *sizes);
  }
  return kDone;
}

void addOptions(CLI::App& command, Arguments& arguments) {
  command.add_option("MODEL", arguments.model, "The model file; with --recipe: instead of the recipe's");
  command.add_option("-o,--output", arguments.output, "The pack to write, NAME.texpack");
  command.add_option("--mode", arguments.mode, "What the texture holds: skin matrices or vertices (default: bone)")
      ->check(CLI::IsMember({"bone", "vertex"}));
  command
      .add_option(
          "--clip", arguments.clips,
          "A clip to bake: NAME|#INDEX[,from=S][,to=S][,name=N][,fps=F][,loop=on|off|auto]; may be given again, "
          "also for several cuts of one clip (default: every clip)")
      ->allow_extra_args(false)
      ->type_name("CLIP");
  command.add_option("--fps", arguments.fps, "Samples a second (default: the source's rate, else 30)")
      ->check(numberIn(1e-3, 100000.0));
  command.add_option("--loop", arguments.loop, "Whether clips loop (default: auto, by their ends)")
      ->check(CLI::IsMember({"auto", "on", "off"}));
  command
      .add_option("--expose", arguments.expose,
                  "Expose the nodes whose whole name matches this regular expression as sockets; may be given again")
      ->allow_extra_args(false)
      ->type_name("REGEX");
  command.add_flag("--expose-ignore-case", arguments.exposeIgnoreCase, "Match names without regard to case");
  command.add_option("--events", arguments.events,
                     "Events of the clips, JSON (default: MODEL.events.json if it is there)");
  command.add_option("--pixel-format", arguments.pixelFormat, "Half or float texels (default: rgba16f)")
      ->check(CLI::IsMember({"rgba16f", "rgba32f"}));
  command.add_option("--compression", arguments.compression, "Of the EXR file, lossless (default: zip)")
      ->check(CLI::IsMember({"none", "rle", "zip"}));
  command.add_option("--size", arguments.size, "Sides rounded up to powers of two, or exact (default: pow2)")
      ->check(CLI::IsMember({"pow2", "exact"}));
  command
      .add_option("--max-size", arguments.maxSize, "Longest side in texels; wider frames are folded (default: 8192)")
      ->check(numberIn(16, 65536));
  command.add_option("--max-error", arguments.maxError, "Fail when the measured error exceeds this many millimetres")
      ->check(numberIn(0.0, 1e9));
  command.add_flag("--own-elements", arguments.ownElements, "Vertex mode: an element for each vertex, none shared");
  command.add_flag("--no-measure", arguments.noMeasure, "Do not measure the error");
  CLI::Option* recipe = command.add_option("--recipe", arguments.recipe, "Bake what this recipe says (NAME.texeleton)");
  command.add_option("--save-recipe", arguments.saveRecipe, "Write the options given as a recipe")->excludes(recipe);
  command.add_option("--threads", arguments.threads, "Threads to use (default: all)")->check(numberIn(0, 1024));
  arguments.motion.addTo(command);
  arguments.import.addTo(command);
}

// What the parser cannot check by itself; throws its errors, so that they end as wrong usage.
void checkUsage(Arguments& arguments) {
  if (!arguments.output.empty() && fs::path(arguments.output + "/").parent_path().extension() != ".texpack") {
    throw CLI::ValidationError("--output", "a pack is called NAME.texpack, not \"" + arguments.output + "\"");
  }
  if (arguments.recipe.empty() && arguments.model.empty()) {
    throw CLI::RequiredError("MODEL or --recipe");
  }
  if (arguments.recipe.empty() && arguments.output.empty()) {
    throw CLI::RequiredError("--output NAME.texpack");
  }
  if (arguments.noMeasure && arguments.maxError) {
    throw CLI::ValidationError("--max-error", "cannot be kept with --no-measure");
  }
  if (auto nodes = exposedNodes(Model(), exposeFilters(arguments)); !nodes) {
    throw CLI::ValidationError("--expose", nodes.error().message);
  }
  for (const std::string& text : arguments.clips) {
    auto clip = parseClipArgument(text);
    if (!clip) {
      throw CLI::ValidationError(clip.error().message);
    }
    arguments.parsedClips.push_back(std::move(*clip));
  }
}

}  // namespace

void addBakeCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("bake", "Bakes a model's clips into an animation-texture pack");
  addOptions(*command, *arguments);
  command->footer(R"(Examples:
  texeleton-cli bake hero.fbx -o hero.texpack --expose 'weapon.*' --expose 'hand_[lr]'
  texeleton-cli bake hero.glb -o hero.texpack --clip Walk --clip 'Attack,from=0.2,to=0.9,name=Chop,loop=off'
  texeleton-cli bake hero.fbx -o hero.texpack --motion 'motions/*.fbx' --bone-map Bip01=hips
  texeleton-cli bake flag.glb -o flag.texpack --mode vertex --size exact --max-error 0.5
  texeleton-cli bake --recipe hero.texeleton)");
  command->callback([arguments, &action] {
    checkUsage(*arguments);
    action = [arguments](const Console& console) { return runBake(*arguments, console); };
  });
}

}  // namespace texeleton::cli
