#include "app/cli/bake_prepare.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/bake/bake_words.h"
#include "core/bake/encoding.h"
#include "core/base/leads_outside.h"
#include "core/base/one_line.h"
#include "core/base/same_file.h"
#include "core/base/save_file.h"
#include "core/batch/asked_files.h"
#include "core/export/write_export.h"
#include "core/motion/clip_names.h"
#include "core/pack/pack_words.h"
#include "core/pipeline/add_characters.h"
#include "core/pipeline/attach_models.h"
#include "core/pipeline/input_files.h"
#include "core/recipe/events_file.h"
#include "core/recipe/find_events_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

/// Takes what all names share off those clips that are given no name of their own.
void stripNames(const NameAffixes& affixes, const Model& model, BakeSettings& settings, JobContext& context) {
  if (settings.clips.empty()) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      settings.clips.emplace_back().clip = ClipIndex(i);
    }
  }
  for (ClipSelection& clip : settings.clips) {
    if (clip.name.empty()) {
      clip.name = withoutAffixes(model.clips[clip.clip.value].name, affixes);
    }
  }
  std::string taken = affixes.prefix.empty() ? "" : inQuotes(affixes.prefix) + " in front";
  if (!affixes.suffix.empty()) {
    taken += (taken.empty() ? "" : " and ") + inQuotes(affixes.suffix) + " at the end";
  }
  context.inform(message("Taken off the clips' names: %1.", taken));
}

// Puts what the command line gives over what the recipe (or the defaults) say.
Result<void> applyArguments(const BakeArguments& arguments, const Model& model, BakeSettings& settings,
                            PackWriteOptions& write, JobContext& context) {
  if (!arguments.mode.empty()) {
    settings.mode = valueOf<BakeMode>(arguments.mode).value_or(settings.mode);
  }
  if (const Encoding* const encoding = findEncoding(arguments.encoding); encoding != nullptr) {
    settings.encoding = encoding->name;
    settings.mode = arguments.mode.empty() ? encoding->mode : settings.mode;
  } else if (!arguments.mode.empty() && !settings.encoding.empty()) {
    // The recipe's encoding may be one of the other mode.
    const Encoding* const known = findEncoding(settings.encoding);
    settings.encoding = known != nullptr && known->mode == settings.mode ? settings.encoding : "";
  }
  settings.shapes = arguments.shapes ? arguments.shapes : settings.shapes;
  settings.pixelFormat = valueOf<PixelFormat>(arguments.pixelFormat).value_or(settings.pixelFormat);
  settings.size = valueOf<SizeRule>(arguments.size).value_or(settings.size);
  write.compression = valueOf<TextureCompression>(arguments.compression).value_or(write.compression);
  settings.maxSize = arguments.maxSize.value_or(settings.maxSize);
  settings.sampleRateHz = arguments.fps ? arguments.fps : settings.sampleRateHz;
  settings.loop = valueOf<LoopMode>(arguments.loop).value_or(settings.loop);
  settings.rows = valueOf<RowSpacing>(arguments.rows).value_or(settings.rows);
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
  NameAffixes affixes;
  if (arguments.stripNames) {
    std::vector<std::string> names;
    for (const Clip& clip : model.clips) {
      names.push_back(clip.name);
    }
    affixes = commonAffixes(names);
  }
  if (!arguments.parsedClips.empty()) {
    auto selections = selectClips(arguments.parsedClips, model, affixes);
    if (!selections) {
      return fail(std::move(selections.error()));
    }
    settings.clips = std::move(*selections);
  }
  if (!affixes.isEmpty()) {
    stripNames(affixes, model, settings, context);
  }
  return {};
}

/// Replaces the settings by the smallest bake's that keeps what was asked for.
Result<void> fitSettings(const BakeArguments& arguments, PreparedBake& prepared, BakeSettings& settings,
                         JobContext& context) {
  FitLimits& limits = prepared.fitLimits;
  const bool allLimited =
      !settings.clips.empty() && std::all_of(settings.clips.begin(), settings.clips.end(),
                                             [](const ClipSelection& clip) { return clip.maxErrorMillimetres; });
  if (!settings.maxErrorMillimetres && !allLimited) {
    return fail(ErrorCode::InvalidArgument, "--fit needs the error to keep: --max-error 0.5mm");
  }
  for (const ClipSelection& clip : settings.clips) {
    limits.maxMillimetres = std::max(limits.maxMillimetres, clip.maxErrorMillimetres.value_or(0.0));
  }
  limits.maxMillimetres = settings.maxErrorMillimetres.value_or(limits.maxMillimetres);
  limits.maxNormalDegrees = settings.maxNormalDegrees;
  limits.keepsMode = !arguments.mode.empty();
  limits.keepsEncoding = !settings.encoding.empty();
  limits.keepsPixelFormat = !arguments.pixelFormat.empty();
  limits.keepsSize = !arguments.size.empty();
  auto fitted = fitBake(*prepared.model, settings, limits, context);
  if (!fitted) {
    return fail(std::move(fitted.error()));
  }
  prepared.fit = std::move(*fitted);
  settings = prepared.fit->settings;
  if (!arguments.fitPicture.empty()) {
    const std::string title = prepared.job.source.model.filename().string() + ": bytes by error";
    return saveFile(arguments.fitPicture, fitPicture(*prepared.fit, limits, title));
  }
  return {};
}

/// What a fit decides, for settings that were the same but for variants.
void copyFitted(const BakeSettings& from, BakeSettings& to) {
  to.mode = from.mode;
  to.encoding = from.encoding;
  to.shapes = from.shapes;
  to.rows = from.rows;
  to.pixelFormat = from.pixelFormat;
  to.size = from.size;
  to.clips = from.clips;
}

/// The events file: as given, else the recipe's own, else the one beside the model if it is there, else that of the
/// recipe whose settings are taken.
fs::path eventsFileOf(const BakeArguments& arguments, const BakePlan& plan, JobContext& context) {
  if (!arguments.events.empty()) {
    return arguments.events;
  }
  if (plan.recipe && !plan.isLike) {
    return sourceFile(*plan.recipe, plan.recipeFile, "events");
  }
  const fs::path beside = findEventsFile(plan.job.source.model, arguments.import.followOutside, context);
  return beside.empty() && plan.isLike ? sourceFile(*plan.recipe, plan.recipeFile, "events") : beside;
}

AskedBake askedOf(const BakeArguments& arguments, const BakePlan& plan, const std::string& build) {
  AskedBake asked;
  if (plan.recipe && !plan.isLike) {
    asked = askedByRecipe(*plan.recipe, plan.recipeFile, plan.job.source, plan.characters, plan.events, build,
                          filesOf(plan.attachments));
    asked.settings = exportSettings(arguments.given, arguments.places);
    return asked;
  }
  asked.build = build;
  asked.settings = exportSettings(arguments.given, arguments.places);
  asked.files = askedSources(plan.job.source, plan.characters, filesOf(plan.attachments));
  if (plan.recipe) {
    asked.files.push_back({"like", plan.recipeFile, false, countedText(*plan.recipe)});
  }
  const fs::path usual = defaultEventsFile(plan.job.source.model);
  const bool named = !plan.events.empty();
  if (named || !leadsOutside(usual)) {  // A link that is not followed is not hashed either.
    asked.files.push_back({"events", named ? plan.events : usual, !named, {}});
  }
  return asked;
}

/// The recipe's settings for a model that it was not made for: its clips are found by name, and those that the model
/// lacks are left out with an Issue.
Result<BakeSettings> settingsLike(Recipe recipe, const BakePlan& plan, const Model& model, JobContext& context) {
  for (RecipeClip& clip : recipe.clips) {
    if (!clip.sourceName.empty()) {
      clip.index.reset();
    }
  }
  const std::string name = plan.recipeFile.filename().string();
  auto settings = toBakeSettings(recipe, model, context, MissingClip::Skip);
  if (!settings && settings.error().code == ErrorCode::NotFound) {
    return fail(
        ErrorCode::NotFound,
        message(
            "has none of the clips that %1 lists; take the list out of the recipe to bake every clip of every model",
            name),
        plan.job.source.model.string());
  }
  if (settings && !settings->clips.empty()) {
    std::set<std::uint32_t> taken;
    for (const ClipSelection& clip : settings->clips) {
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

Result<BakeSettings> settingsOf(const BakePlan& plan, bool clipsAreGiven, const Model& model, JobContext& context) {
  if (!plan.recipe) {
    return BakeSettings();
  }
  Recipe recipe = *plan.recipe;
  if (plan.isLike && clipsAreGiven) {
    recipe.clips.clear();
  }
  auto settings =
      plan.isLike ? settingsLike(std::move(recipe), plan, model, context) : toBakeSettings(recipe, model, context);
  if (!settings) {
    return fail(aboutFile(plan.recipeFile, std::move(settings.error())));
  }
  return settings;
}

Result<void> saveRecipe(const BakeArguments& arguments, const BakePlan& plan,
                        const std::vector<AttachmentOrder>& attachments, const PackJob& job, const Model& model) {
  RecipeInput input;
  input.modelFile = job.source.model;
  input.eventsFile = plan.events;
  input.motionFiles = job.source.motions;
  input.characterFiles = plan.characters;
  input.characterScales = plan.characterScales;
  input.attachments = attachments;
  input.boneMap = job.source.boneMap;
  input.constraints = job.source.constraints;
  input.import = job.source.import.options;
  input.settings = job.settings;
  input.write = job.write;
  input.measure = job.measure;
  input.unityMeta = job.source.import.unityMeta.use != UnityMetaUse::Off;
  for (std::size_t i = 0; i <= job.source.motions.size(); ++i) {
    const fs::path meta = unityMetaOf(i == 0 ? job.source.model : job.source.motions[i - 1], job.source.import);
    if (!meta.empty()) {
      input.unityMetaFiles.push_back(meta);
    }
  }
  const auto made = recipeFromOptions(input, model, arguments.saveRecipe);
  return made ? writeRecipe(arguments.saveRecipe, *made) : fail(made.error());
}

/// Imports what hangs on the character and finds its places; gives those of the command line their sizes.
Result<std::vector<PlacedAttachment>> attachAll(const BakePlan& plan, std::vector<AttachmentOrder>& orders,
                                                PreparedBake& prepared, JobContext& context) {
  if (orders.empty()) {
    return std::vector<PlacedAttachment>();
  }
  const ModelRequest& source = prepared.job.source;
  if (auto sized = keepSizes(orders, plan.givenAttachments, *prepared.model); !sized) {
    return fail(aboutFile(source.model, std::move(sized.error())));
  }
  const auto firstFile = static_cast<std::uint32_t>(1 + source.motions.size() + plan.characters.size());
  auto models = loadAttachments(orders, source.import, context, &prepared.references, firstFile);
  if (!models) {
    return fail(std::move(models.error()));
  }
  if (auto missing = missingForBake(orders, *models)) {
    return fail(std::move(*missing));
  }
  for (const auto& [file, model] : *models) {
    if (!model.model) {
      continue;
    }
    auto described = packSourceOf(file, kAttachmentRole);
    if (!described) {
      return fail(std::move(described.error()));
    }
    prepared.job.furtherSources.push_back(std::move(*described));
  }
  const std::vector<RecipeSocketName> names =
      plan.recipe ? plan.recipe->bake.socketNames : std::vector<RecipeSocketName>();
  return placeAttachments(orders, *models, *prepared.model, names, context);
}

Result<void> addEventsOf(const fs::path& file, const Model& model, PackJob& job, JobContext& context) {
  auto read = readEventsFile(file, model, context);
  auto described = packSourceOf(file, "events");
  if (!read || !described) {
    return fail(std::move(read ? described.error() : read.error()));
  }
  addEvents(job.settings, *read, model);
  job.furtherSources.push_back(std::move(*described));
  return {};
}

}  // namespace

Error aboutFile(const fs::path& file, Error error) {
  if (error.file.empty()) {
    error.file = file.string();
  }
  return error;
}

Result<BakePlan> planBake(const BakeArguments& arguments, const std::string& build, JobContext& context) {
  BakePlan plan;
  PackJob& job = plan.job;
  ModelRequest& source = job.source;
  source.model = arguments.model;
  source.import = arguments.import.request();
  plan.isLike = !arguments.like.empty();
  plan.recipeFile = plan.isLike ? arguments.like : arguments.recipe;
  if (!plan.recipeFile.empty()) {
    auto read = readRecipe(plan.recipeFile, context);
    if (!read) {
      return fail(std::move(read.error()));
    }
    plan.recipe = std::move(*read);
    if (source.model.empty()) {
      source.model = sourceFile(*plan.recipe, plan.recipeFile, "model");
      checkSources(*plan.recipe, plan.recipeFile, context);
    }
    const ImportOptions stated = toImportOptions(*plan.recipe);
    ImportOptions& options = source.import.options;
    options.scale = options.scale ? options.scale : stated.scale;
    options.up = options.up ? options.up : stated.up;
    if (!plan.recipe->import.unityMeta.value_or(true)) {
      source.import.unityMeta.use = UnityMetaUse::Off;
    }
    source.motions = sourceFiles(*plan.recipe, plan.recipeFile, "motion");
    if (!plan.isLike) {
      plan.characters = sourceFiles(*plan.recipe, plan.recipeFile, kCharacterRole);
      plan.characterScales = characterScales(*plan.recipe, plan.recipeFile);
      plan.attachments = attachmentOrders(*plan.recipe, plan.recipeFile);
    }
    source.boneMap = plan.recipe->boneMap;
    source.constraints = constraintsOf(*plan.recipe);
    source.badConstraints = plan.isLike ? BadConstraint::Skip : BadConstraint::Fail;
    job.write = toWriteOptions(*plan.recipe);
  }
  plan.characters.insert(plan.characters.end(), arguments.further.begin(), arguments.further.end());
  plan.givenAttachments = plan.attachments.size();
  arguments.attached.addTo(plan.attachments);
  auto scales = arguments.scalesOf(plan.characters);
  if (!scales) {
    return fail(std::move(scales.error()));
  }
  for (const auto& [file, scale] : *scales) {
    plan.characterScales[file] = scale;
  }
  if (auto added = arguments.motion.addTo(source); !added) {
    return fail(std::move(added.error()));
  }
  if (source.model.empty()) {
    return fail(ErrorCode::InvalidArgument, "the recipe names no model: add a source of role \"model\"",
                plan.recipeFile.string());
  }
  if (!plan.recipe || plan.isLike) {  // A recipe lists the motions of its model.
    arguments.motion.addFoundTo(source, context);
  }
  if (auto good = arguments.motion.check(source); !good) {
    return fail(std::move(good.error()));
  }
  job.output =
      arguments.output.empty() ? fs::path(arguments.recipe).replace_extension(".texpack") : fs::path(arguments.output);
  job.measure = !arguments.noMeasure && (!plan.recipe || measuresError(*plan.recipe));
  plan.events = eventsFileOf(arguments, plan, context);
  plan.asked = askedOf(arguments, plan, build);
  return plan;
}

std::vector<fs::path> motionsNow(const BakeArguments& arguments) {
  ModelRequest request;
  request.model = arguments.model;
  // Of several patterns one may match nothing yet.
  for (const std::string& pattern : arguments.motion.files) {
    MotionArguments one;
    one.files = {pattern};
    static_cast<void>(one.addTo(request).has_value());
  }
  JobContext unheard;
  if (!request.model.empty()) {
    arguments.motion.addFoundTo(request, unheard);
  }
  return request.motions;
}

Result<PreparedBake> prepareBake(const BakeArguments& arguments, const BakePlan& plan, JobContext& context) {
  PreparedBake prepared;
  prepared.job = plan.job;
  PackJob& job = prepared.job;
  auto model = loadModel(job.source, context, nullptr, &prepared.references);
  if (!model) {
    return fail(std::move(model.error()));
  }
  prepared.model = std::move(*model);
  for (const Issue& issue : prepared.model->issues) {
    context.addIssue(issue);
  }
  std::vector<VariantChoice> variants;
  if (!plan.characters.empty()) {
    auto added =
        addCharacters(job.source, prepared.model, plan.characters, context, &prepared.references, plan.characterScales);
    if (!added) {
      return fail(std::move(added.error()));
    }
    prepared.model = std::move(added->model);
    variants = std::move(added->variants);
    for (const fs::path& file : plan.characters) {
      auto source = packSourceOf(file, kCharacterRole);
      if (!source) {
        return fail(std::move(source.error()));
      }
      if (const auto scale = plan.characterScales.find(file); scale != plan.characterScales.end()) {
        source->scale = scale->second;
      }
      job.furtherSources.push_back(std::move(*source));
    }
  }
  std::vector<AttachmentOrder> orders = plan.attachments;
  auto attached = attachAll(plan, orders, prepared, context);
  if (!attached) {
    return fail(std::move(attached.error()));
  }
  // Clips and nodes are the same with what is merged.
  const Model& character = *prepared.model;
  const auto whole = withMerged(prepared.model, *attached);
  const std::shared_ptr<const Model> keepsCharacter = std::exchange(prepared.model, whole);
  auto settings = settingsOf(plan, !arguments.parsedClips.empty(), *prepared.model, context);
  if (!settings) {
    return fail(std::move(settings.error()));
  }
  job.settings = std::move(*settings);
  if (auto applied = applyArguments(arguments, *prepared.model, job.settings, job.write, context); !applied) {
    return fail(aboutFile(job.source.model, std::move(applied.error())));
  }
  BakeSettings withVariants = job.settings;
  addAttachmentSockets(*attached, character, withVariants);
  if (auto added = addVariants(variants, withVariants); !added) {
    return fail(aboutFile(plan.recipeFile, std::move(added.error())));
  }
  if (arguments.fit) {
    if (auto fitted = fitSettings(arguments, prepared, withVariants, context); !fitted) {
      return fail(aboutFile(job.source.model, std::move(fitted.error())));
    }
    copyFitted(withVariants, job.settings);
  }
  std::vector<fs::path> further = plan.characters;
  const std::vector<fs::path> attachedFiles = filesOf(plan.attachments);
  further.insert(further.end(), attachedFiles.begin(), attachedFiles.end());
  std::vector<fs::path> inputs = inputFilesOf(job.source, further, prepared.references);
  inputs.insert(inputs.end(), {plan.recipeFile, plan.events});
  for (const fs::path& output : {job.output, fs::path(arguments.saveRecipe)}) {
    if (auto free = checkOutput(output, inputs); !free) {
      return fail(std::move(free.error()));
    }
  }
  if (!arguments.saveRecipe.empty()) {
    if (auto saved = saveRecipe(arguments, plan, orders, job, character); !saved) {
      return fail(std::move(saved.error()));
    }
  }
  // Not before: a recipe lists the characters, not what they become.
  job.settings = std::move(withVariants);
  if (!plan.events.empty()) {
    if (auto added = addEventsOf(plan.events, *prepared.model, job, context); !added) {
      return fail(std::move(added.error()));
    }
  }
  prepared.attachments = std::move(*attached);
  return prepared;
}

}  // namespace texeleton::cli
