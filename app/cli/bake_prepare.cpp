#include "app/cli/bake_prepare.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "core/bake/bake_words.h"
#include "core/bake/encoding/encoding.h"
#include "core/base/leads_outside.h"
#include "core/base/one_line.h"
#include "core/base/same_file.h"
#include "core/base/save_file.h"
#include "core/batch/asked_files.h"
#include "core/export/write_export.h"
#include "core/pack/pack_words.h"
#include "core/recipe/events_file.h"
#include "core/recipe/find_events_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"
#include "core/retargeting/clip_names.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

/// Takes what all names share off those clips that are given no name of their own.
void stripNames(const retargeting::NameAffixes& affixes, const model::Model& model, bake::BakeSettings& settings,
                JobContext& context) {
  if (settings.clips.empty()) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      settings.clips.emplace_back().clip = ClipIndex(i);
    }
  }
  for (bake::ClipSelection& clip : settings.clips) {
    if (clip.name.empty()) {
      clip.name = retargeting::withoutAffixes(model.clips[clip.clip.value].name, affixes);
    }
  }
  std::string taken = affixes.prefix.empty() ? "" : inQuotes(affixes.prefix) + " in front";
  if (!affixes.suffix.empty()) {
    taken += (taken.empty() ? "" : " and ") + inQuotes(affixes.suffix) + " at the end";
  }
  context.inform(message("Taken off the clips' names: %1.", taken));
}

// Puts what the command line gives over what the recipe (or the defaults) say.
Result<void> applyArguments(const BakeArguments& arguments, const model::Model& model, bake::BakeSettings& settings,
                            JobContext& context) {
  if (!arguments.mode.empty()) {
    settings.mode = valueOf<bake::BakeMode>(arguments.mode).value_or(settings.mode);
  }
  if (const bake::Encoding* const encoding = bake::findEncoding(arguments.encoding); encoding != nullptr) {
    settings.encoding = encoding->name;
    settings.mode = arguments.mode.empty() ? encoding->mode : settings.mode;
  } else if (!arguments.mode.empty() && !settings.encoding.empty()) {
    // The recipe's encoding may be one of the other mode.
    const bake::Encoding* const known = bake::findEncoding(settings.encoding);
    settings.encoding = known != nullptr && known->mode == settings.mode ? settings.encoding : "";
  }
  settings.shapes = arguments.shapes ? arguments.shapes : settings.shapes;
  settings.pixelFormat = valueOf<bake::PixelFormat>(arguments.pixelFormat).value_or(settings.pixelFormat);
  settings.size = valueOf<bake::SizeRule>(arguments.size).value_or(settings.size);
  settings.maxSize = arguments.maxSize.value_or(settings.maxSize);
  settings.sampleRateHz = arguments.fps ? arguments.fps : settings.sampleRateHz;
  settings.loop = valueOf<bake::LoopMode>(arguments.loop).value_or(settings.loop);
  settings.rows = valueOf<bake::RowSpacing>(arguments.rows).value_or(settings.rows);
  settings.maxErrorMillimetres = arguments.maxError ? arguments.maxError : settings.maxErrorMillimetres;
  settings.maxNormalDegrees = arguments.maxNormalError ? arguments.maxNormalError : settings.maxNormalDegrees;
  settings.shareElements = settings.shareElements && !arguments.ownElements;
  arguments.rootMotion.applyTo(settings.rootMotion);
  if (!arguments.expose.empty()) {
    settings.expose = arguments.exposeFilters();
  }
  if (!arguments.parsedMasks.empty()) {
    settings.masks = arguments.parsedMasks;
  }
  arguments.meshes.apply(settings);
  retargeting::NameAffixes affixes;
  if (arguments.stripNames) {
    std::vector<std::string> names;
    for (const model::Clip& clip : model.clips) {
      names.push_back(clip.name);
    }
    affixes = retargeting::commonAffixes(names);
  }
  if (!arguments.parsedClips.empty()) {
    auto selections = selectClips(arguments.parsedClips, model, affixes);
    TRY(selections);
    settings.clips = std::move(*selections);
  }
  if (!affixes.isEmpty()) {
    stripNames(affixes, model, settings, context);
  }
  return {};
}

/// Whether the recipe is the bake's own.
bool isOfRecipe(const BakePlan& plan) { return !plan.request.recipeFile.empty() && !plan.isLike; }

/// The limits of --fit but for its lengths and degrees. Errors: InvalidArgument (there is no error to keep, a wrong
/// export of the recipe).
Result<pipeline::FitLimits> fitLimitsOf(const BakeArguments& arguments, const BakePlan& plan,
                                        const bake::BakeSettings& settings, JobContext& context) {
  const bool allLimited =
      !settings.clips.empty() && std::all_of(settings.clips.begin(), settings.clips.end(),
                                             [](const bake::ClipSelection& clip) { return clip.maxErrorMillimetres; });
  if (!settings.maxErrorMillimetres && !allLimited) {
    return fail(ErrorCode::InvalidArgument, "--fit needs the error to keep: --max-error 0.5mm");
  }
  pipeline::FitLimits limits;
  limits.keepsMode = !arguments.mode.empty();
  limits.keepsEncoding = !settings.encoding.empty();
  limits.keepsPixelFormat = !arguments.pixelFormat.empty();
  limits.keepsSize = !arguments.size.empty();
  limits.keepsRows = !arguments.rows.empty();
  std::vector<exporting::ExportPlace> places = arguments.places;
  if (places.empty() && isOfRecipe(plan)) {
    auto ofRecipe = exporting::exportPlaces(plan.request.recipe, plan.request.recipeFile, context);
    TRY(ofRecipe);
    places = std::move(*ofRecipe);
  }
  limits.encodings = exporting::commonEncodings(places);
  return limits;
}

/// The events file: as given, else the recipe's own, else the one beside the model if it is there, else that of the
/// recipe whose settings are taken.
fs::path eventsFileOf(const BakeArguments& arguments, const BakePlan& plan, JobContext& context) {
  if (!arguments.events.empty()) {
    return arguments.events;
  }
  const pipeline::SourcePlan& sources = plan.request.sources;
  if (isOfRecipe(plan)) {
    return sources.events;
  }
  const fs::path beside = recipe::findEventsFile(sources.model.model, arguments.import.followOutside, context);
  return beside.empty() && plan.isLike ? sources.events : beside;
}

batch::AskedBake askedOf(const BakeArguments& arguments, const BakePlan& plan, const std::string& build) {
  batch::AskedBake asked;
  const recipe::Recipe& recipe = plan.request.recipe;
  const fs::path& recipeFile = plan.request.recipeFile;
  const pipeline::SourcePlan& sources = plan.request.sources;
  if (isOfRecipe(plan)) {
    asked = batch::askedByRecipe(recipe, recipeFile, sources, build);
    asked.settings = exporting::exportSettings(arguments.given, arguments.places);
    return asked;
  }
  asked.build = build;
  asked.settings = exporting::exportSettings(arguments.given, arguments.places);
  asked.files = batch::askedSources(sources);
  if (plan.isLike) {
    asked.files.push_back({pack::SourceRole::Like, recipeFile, false, batch::countedText(recipe)});
  }
  const fs::path usual = recipe::defaultEventsFile(sources.model.model);
  const bool named = !sources.events.empty();
  if (named || !leadsOutside(usual)) {  // A link that is not followed is not hashed either.
    asked.files.push_back({pack::SourceRole::Events, named ? sources.events : usual, !named, {}});
  }
  return asked;
}

/// The recipe's settings for a model that it was not made for: its clips are found by name, and those that the model
/// lacks are left out with an Issue.
Result<bake::BakeSettings> settingsLike(recipe::Recipe recipe, const BakePlan& plan, const model::Model& model,
                                        JobContext& context) {
  for (recipe::RecipeClip& clip : recipe.clips) {
    if (!clip.sourceName.empty()) {
      clip.index.reset();
    }
  }
  const std::string name = plan.request.recipeFile.filename().string();
  auto settings = recipe::toBakeSettings(recipe, model, context, recipe::MissingClip::Skip);
  if (!settings && settings.error().code == ErrorCode::NotFound) {
    return fail(
        ErrorCode::NotFound,
        message(
            "has none of the clips that %1 lists; take the list out of the recipe to bake every clip of every model",
            name),
        plan.request.sources.model.model.string());
  }
  if (settings && !settings->clips.empty()) {
    std::set<std::uint32_t> taken;
    for (const bake::ClipSelection& clip : settings->clips) {
      taken.insert(clip.clip.value);
    }
    if (const std::size_t left = model.clips.size() - taken.size(); left != 0) {
      context.inform(left == 1 ? message("One clip of the model is left out: the recipe does not list it.")
                               : message("%1 clips of the model are left out: the recipe does not list them.", left),
                     name);
    }
  }
  return settings;
}

/// The settings of the recipe with the options over them.
Result<bake::BakeSettings> settingsOf(const BakeArguments& arguments, const BakePlan& plan, const model::Model& model,
                                      JobContext& context) {
  recipe::Recipe recipe = plan.request.recipe;
  if (plan.isLike && !arguments.parsedClips.empty()) {
    recipe.clips.clear();
  }
  auto settings = plan.isLike ? settingsLike(std::move(recipe), plan, model, context)
                              : recipe::toBakeSettings(recipe, model, context);
  if (!settings) {
    return fail(pipeline::aboutFile(plan.request.recipeFile, std::move(settings.error())));
  }
  if (auto applied = applyArguments(arguments, model, *settings, context); !applied) {
    return fail(pipeline::aboutFile(plan.request.sources.model.model, std::move(applied.error())));
  }
  return settings;
}

/// `sources`: with the sizes that attachments keep.
Result<void> saveRecipe(const BakeArguments& arguments, const pipeline::SourcePlan& sources,
                        const bake::BakeSettings& settings, const pipeline::PackJob& job, const model::Model& model) {
  recipe::RecipeInput input;
  input.modelFile = sources.model.model;
  input.eventsFile = sources.events;
  input.motionFiles = sources.model.motions;
  for (const pipeline::CacheRequest& cache : sources.model.caches) {
    recipe::RecipeSource& source = input.caches.emplace_back();
    source.path = cache.file.string();
    source.mesh = cache.mesh;
    source.fps = cache.fps;
    source.scale = cache.scale;
    source.up = cache.up;
    source.pieces = cache.pieces;
  }
  input.characterFiles = sources.characters;
  input.characterScales = sources.characterScales;
  input.attachments = sources.attachments;
  input.boneMap = sources.model.boneMap;
  input.retarget = sources.model.retarget;
  input.constraints = sources.model.constraints;
  input.import = sources.model.import.options;
  input.settings = settings;
  input.write = job.write;
  input.measure = job.measure;
  input.unityMeta = sources.model.import.unityMeta.use != importing::UnityMetaUse::Off;
  for (std::size_t i = 0; i <= sources.model.motions.size(); ++i) {
    const fs::path meta =
        pipeline::unityMetaOf(i == 0 ? sources.model.model : sources.model.motions[i - 1], sources.model.import);
    if (!meta.empty()) {
      input.unityMetaFiles.push_back(meta);
    }
  }
  const auto made = recipe::recipeFromOptions(input, model, arguments.saveRecipe);
  return made ? recipe::writeRecipe(arguments.saveRecipe, *made) : fail(made.error());
}

}  // namespace

Result<BakePlan> planBake(const BakeArguments& arguments, const std::string& build, JobContext& context) {
  BakePlan plan;
  recipe::Recipe& recipe = plan.request.recipe;
  pipeline::SourcePlan& sources = plan.request.sources;
  pipeline::ModelRequest& source = sources.model;
  plan.isLike = !arguments.like.empty();
  const fs::path recipeFile = plan.isLike ? arguments.like : arguments.recipe;
  plan.request.recipeFile = recipeFile;
  const importing::ImportRequest asked = arguments.import.request();
  source.import = asked;
  if (!recipeFile.empty()) {
    auto read = recipe::readRecipe(recipeFile, context);
    TRY(read);
    recipe = std::move(*read);
    if (arguments.model.empty()) {
      recipe::checkSources(recipe, recipeFile, context);
    }
    sources = pipeline::sourcePlanOf(recipe, recipeFile);
    const importing::ImportRequest stated = std::exchange(source.import, asked);
    importing::ImportOptions& options = source.import.options;
    options.scale = options.scale ? options.scale : stated.options.scale;
    options.up = options.up ? options.up : stated.options.up;
    options.hidden = arguments.import.hidden.empty() ? stated.options.hidden : options.hidden;
    if (stated.unityMeta.use == importing::UnityMetaUse::Off) {
      source.import.unityMeta.use = importing::UnityMetaUse::Off;
    }
    if (plan.isLike) {  // The characters and attachments are those of the recipe's own model.
      sources.characters.clear();
      sources.characterScales.clear();
      sources.attachments.clear();
      source.badConstraints = constraints::BadConstraint::Skip;
    }
  }
  if (!arguments.model.empty()) {
    source.model = arguments.model;
  }
  sources.characters.insert(sources.characters.end(), arguments.further.begin(), arguments.further.end());
  plan.givenAttachments = sources.attachments.size();
  arguments.attached.addTo(sources.attachments);
  auto scales = arguments.scalesOf(sources.characters);
  TRY(scales);
  for (const auto& [file, scale] : *scales) {
    sources.characterScales[file] = scale;
  }
  TRY(arguments.motion.addTo(source));
  if (source.model.empty()) {
    return fail(ErrorCode::InvalidArgument, "the recipe names no model: add a source of role \"model\"",
                recipeFile.string());
  }
  if (!isOfRecipe(plan)) {  // A recipe lists the motions of its model.
    arguments.motion.addFoundTo(source, context);
  }
  TRY(arguments.motion.check(source));
  plan.output =
      arguments.output.empty() ? fs::path(arguments.recipe).replace_extension(".texpack") : fs::path(arguments.output);
  sources.events = eventsFileOf(arguments, plan, context);
  plan.asked = askedOf(arguments, plan, build);
  return plan;
}

std::vector<fs::path> motionsNow(const BakeArguments& arguments) {
  pipeline::ModelRequest request;
  request.model = arguments.model;
  // One of several patterns may still match nothing.
  const auto add = [&request](std::vector<std::string> MotionArguments::*option, const std::string& pattern) {
    MotionArguments one;
    one.*option = {pattern};
    static_cast<void>(one.addTo(request).has_value());
  };
  for (const std::string& pattern : arguments.motion.files) {
    add(&MotionArguments::files, pattern);
  }
  for (const std::string& pattern : arguments.motion.caches) {
    add(&MotionArguments::caches, pattern);
  }
  JobContext unheard;
  if (!request.model.empty()) {
    arguments.motion.addFoundTo(request, unheard);
  }
  std::vector<fs::path> files = request.motions;
  for (const pipeline::CacheRequest& cache : request.caches) {
    files.push_back(cache.file);
  }
  return files;
}

Result<PreparedBake> prepareBake(const BakeArguments& arguments, const BakePlan& plan, JobContext& context) {
  pipeline::BakeRequest request = plan.request;
  const fs::path& modelFile = plan.request.sources.model.model;
  pipeline::ImportedSources sources;
  TRY(pipeline::importSources(request.sources, context, sources));
  for (const Issue& issue : sources.model->issues) {
    context.addIssue(issue);
  }
  if (auto sized = keepSizes(request.sources.attachments, plan.givenAttachments, *sources.model); !sized) {
    return fail(pipeline::aboutFile(modelFile, std::move(sized.error())));
  }
  request.settings = [&](const model::Model& model, JobContext& job) -> Result<bake::BakeSettings> {
    auto settings = settingsOf(arguments, plan, model, job);
    if (settings && arguments.fit) {
      auto limits = fitLimitsOf(arguments, plan, *settings, job);
      if (!limits) {
        return fail(pipeline::aboutFile(modelFile, std::move(limits.error())));
      }
      request.fit = std::move(*limits);
    }
    return settings;
  };
  auto made = pipeline::prepareBake(request, sources, context);
  TRY(made);
  PreparedBake prepared{std::move(*made), {}, {}};
  if (prepared.fit && !arguments.fitPicture.empty()) {
    const std::string title = modelFile.filename().string() + ": bytes by error";
    const std::string picture = pipeline::fitPicture(*prepared.fit, prepared.fitLimits, title);
    if (auto saved = saveFile(arguments.fitPicture, picture); !saved) {
      return fail(pipeline::aboutFile(modelFile, std::move(saved.error())));
    }
  }
  auto job = pipeline::prepareOutput(request, sources, prepared, plan.output);
  TRY(job);
  job->measure = job->measure && !arguments.noMeasure;
  job->write.compression = valueOf<pack::TextureCompression>(arguments.compression).value_or(job->write.compression);
  if (const fs::path saved = arguments.saveRecipe; !saved.empty()) {
    TRY(pipeline::checkOutputs(request.sources, sources.references, request.recipeFile, {&saved, 1}));
    TRY(saveRecipe(arguments, request.sources, prepared.recipeSettings, *job, *sources.model));
  }
  prepared.job = std::move(*job);
  prepared.references = std::move(sources.references);
  return prepared;
}

}  // namespace texeleton::cli
