#include "app/cli/bake_prepare.h"

#include <optional>
#include <utility>

#include "core/base/file_hash.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

// Puts what the command line gives over what the recipe (or the defaults) say.
Result<void> applyArguments(const BakeArguments& arguments, const Model& model, BakeSettings& settings,
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
  arguments.rootMotion.applyTo(settings.rootMotion);
  if (!arguments.expose.empty()) {
    settings.expose = arguments.exposeFilters();
  }
  arguments.meshes.apply(settings);
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
fs::path eventsFileOf(const BakeArguments& arguments, const std::optional<Recipe>& recipe, const fs::path& model) {
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

}  // namespace

Error aboutFile(const fs::path& file, Error error) {
  if (error.file.empty()) {
    error.file = file.string();
  }
  return error;
}

Result<PreparedBake> prepareBake(const BakeArguments& arguments, JobContext& context) {
  PreparedBake prepared;
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
    if (!recipe->import.unityMeta.value_or(true)) {
      source.import.unityMeta.use = UnityMetaUse::Off;
    }
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
  if (!recipe) {  // A recipe lists its motions.
    arguments.motion.addFoundTo(source, context);
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
      return fail(aboutFile(arguments.recipe, std::move(settings.error())));
    }
    job.settings = std::move(*settings);
  }
  if (auto applied = applyArguments(arguments, *prepared.model, job.settings, job.write); !applied) {
    return fail(aboutFile(source.model, std::move(applied.error())));
  }
  job.measure = !arguments.noMeasure;

  const fs::path events = eventsFileOf(arguments, recipe, source.model);
  if (!arguments.saveRecipe.empty()) {
    RecipeInput input{source.model,          events,       source.motions, source.boneMap,
                      source.import.options, job.settings, job.write};
    input.unityMeta = source.import.unityMeta.use != UnityMetaUse::Off;
    for (std::size_t i = 0; i <= source.motions.size(); ++i) {
      const fs::path meta = unityMetaOf(i == 0 ? source.model : source.motions[i - 1], source.import);
      if (!meta.empty()) {
        input.unityMetaFiles.push_back(meta);
      }
    }
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

}  // namespace texeleton::cli
