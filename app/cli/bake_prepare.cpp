#include "app/cli/bake_prepare.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "app/cli/clip_argument.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/same_file.h"
#include "core/base/save_file.h"
#include "core/batch/up_to_date.h"
#include "core/export/write_export.h"
#include "core/recipe/events_file.h"
#include "core/recipe/resolve.h"
#include "core/retargeting/clip_names.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

/// The prefix and suffix that all names of the model's clips share.
retargeting::NameAffixes affixesOf(const model::Model& model) {
  return retargeting::commonAffixes(mapped(model.clips, &model::Clip::name));
}

/// Removes the affixes from the names of clips that are not renamed; without clips, from all names.
void stripNames(const retargeting::NameAffixes& affixes, const model::Model& model,
                std::vector<bake::ClipSelection>& clips, JobContext& context) {
  if (clips.empty()) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      clips.emplace_back().clip = ClipIndex(i);
    }
  }
  for (bake::ClipSelection& clip : clips) {
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

/// Whether the recipe is the bake's own.
bool isOfRecipe(const BakePlan& plan) { return !plan.request.recipeFile.empty() && !plan.isLike; }

/// The clips of a recipe that was not made for this model: found by name; those that the model lacks are left out with
/// an Issue.
Result<std::vector<bake::ClipSelection>> clipsLike(recipe::Recipe recipe, const BakePlan& plan,
                                                   const model::Model& model, JobContext& context) {
  for (recipe::RecipeClip& clip : recipe.clips) {
    if (!clip.sourceName.empty()) {
      clip.index.reset();
    }
  }
  const std::string name = plan.request.recipeFile.filename().string();
  auto clips = recipe::resolveClips(recipe, model, context, recipe::MissingClip::Skip);
  if (!clips || recipe.clips.empty()) {
    return clips;
  }
  if (clips->empty()) {
    return fail(
        ErrorCode::NotFound,
        message(
            "has none of the clips that %1 lists; take the list out of the recipe to bake every clip of every model",
            name),
        plan.request.sources.model.model.string());
  }
  std::set<std::uint32_t> taken;
  for (const bake::ClipSelection& clip : *clips) {
    taken.insert(clip.clip.value);
  }
  if (const std::size_t left = model.clips.size() - taken.size(); left != 0) {
    context.inform(left == 1 ? message("One clip of the model is left out: the recipe does not list it.")
                             : message("%1 clips of the model are left out: the recipe does not list them.", left),
                   name);
  }
  return clips;
}

/// Lists the clips of the recipe that the options choose or rename, or that are found by their names alone.
Result<void> chooseClips(const RequestArguments& arguments, const BakePlan& plan, const model::Model& model,
                         recipe::Recipe& recipe, JobContext& context) {
  const std::vector<recipe::RecipeClip>& given = arguments.settings.clips;
  const auto affixes = arguments.stripNames ? affixesOf(model) : retargeting::NameAffixes();
  if (given.empty() && !plan.isLike && affixes.isEmpty()) {
    return {};
  }
  // The recipe's own clips must be there even if others are chosen.
  auto clips = !plan.isLike    ? recipe::resolveClips(recipe, model, context)
               : given.empty() ? clipsLike(recipe, plan, model, context)
                               : std::vector<bake::ClipSelection>();
  if (!clips) {
    return fail(pipeline::aboutFile(plan.request.recipeFile, std::move(clips.error())));
  }
  if (!given.empty()) {
    clips = selectClips(given, model, affixes);
  }
  if (!clips) {
    return fail(pipeline::aboutFile(plan.request.sources.model.model, std::move(clips.error())));
  }
  if (!affixes.isEmpty()) {
    stripNames(affixes, model, *clips, context);
  }
  recipe::setClips(recipe, *clips, model);
  return {};
}

/// The limits of --fit without its lengths and degrees. Errors: InvalidArgument (no error limit, an invalid export of
/// the recipe).
Result<pipeline::FitLimits> fitLimitsOf(const RequestArguments& arguments, const BakePlan& plan,
                                        const recipe::Recipe& recipe, JobContext& context) {
  const bool allLimited =
      !recipe.clips.empty() &&
      std::ranges::all_of(recipe.clips, [](const recipe::RecipeClip& clip) { return clip.maxError.has_value(); });
  if (!recipe.bake.maxError && !allLimited) {
    return fail(ErrorCode::InvalidArgument, "--fit needs the error to keep: --max-error 0.5mm");
  }
  const recipe::RecipeBake& given = arguments.settings.bake;
  pipeline::FitLimits limits;
  limits.keepsMode = given.mode.has_value();
  limits.keepsEncoding = !recipe.bake.encoding.empty();
  limits.keepsPixelFormat = given.pixelFormat.has_value();
  limits.keepsSize = given.size.has_value();
  limits.keepsRows = given.rows.has_value();
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
fs::path eventsFileOf(const RequestArguments& arguments, const BakePlan& plan, JobContext& context) {
  if (!arguments.events.empty()) {
    return arguments.events;
  }
  const recipe::Recipe& recipe = plan.request.recipe;
  fs::path own = recipe::sourceFile(recipe, {}, pack::SourceRole::Events);
  if (isOfRecipe(plan)) {
    return own;
  }
  const fs::path beside = recipe::findEventsFile(recipe::sourceFile(recipe, {}, pack::SourceRole::Model),
                                                 arguments.import.followOutside, context);
  return beside.empty() ? own : beside;
}

/// `stored`: the recipe as stored in its file.
batch::AskedBake askedOf(const RequestArguments& arguments, const BakePlan& plan, const recipe::Recipe& stored,
                         const std::string& build) {
  batch::AskedBake asked;
  const fs::path& recipeFile = plan.request.recipeFile;
  const pipeline::SourcePlan& sources = plan.request.sources;
  if (isOfRecipe(plan)) {
    asked = batch::askedByRecipe(stored, recipeFile, sources, build);
    asked.settings = exporting::exportSettings(arguments.given, arguments.places);
    return asked;
  }
  asked.build = build;
  asked.settings = exporting::exportSettings(arguments.given, arguments.places);
  asked.files = batch::askedSources(sources);
  if (plan.isLike) {
    asked.files.push_back({pack::SourceRole::Like, recipeFile, false, batch::countedText(stored)});
  }
  const fs::path usual = recipe::defaultEventsFile(sources.model.model);
  const bool named = !sources.events.empty();
  if (named || !leadsOutside(usual)) {  // A link that is not followed is not hashed either.
    asked.files.push_back({pack::SourceRole::Events, named ? sources.events : usual, !named, {}});
  }
  return asked;
}

/// Reduces a recipe to the settings that apply to another model.
void forgetModel(recipe::Recipe& recipe) {
  for (recipe::RecipeSource& source : recipe.sources) {
    if (source.role == pack::SourceRole::Character || source.role == pack::SourceRole::Attachment ||
        source.role == pack::SourceRole::Texture || source.role == pack::SourceRole::Meta) {
      source.role.clear();  // Clips refer to the others by number.
    }
  }
  recipe.bake.attachments.clear();
  recipe.exports.clear();
  recipe.animator.reset();
  recipe.ragdoll.clear();
  recipe.id.clear();
  recipe.editor.clear();
  recipe.unknown.clear();
}

/// `recipe`: with every setting, see PreparedBake.
Result<void> saveRecipe(recipe::Recipe recipe, const pipeline::ModelRequest& model, const fs::path& file) {
  for (std::size_t i = 0; i <= model.motions.size(); ++i) {
    const fs::path meta = pipeline::unityMetaOf(i == 0 ? model.model : model.motions[i - 1], model.import);
    if (!meta.empty()) {
      recipe::addSource(recipe, pack::SourceRole::Meta, meta);
    }
  }
  const auto made = recipe::recipeFor(std::move(recipe), file);
  return made ? recipe::writeRecipe(file, *made) : fail(made.error());
}

}  // namespace

Result<BakePlan> planBake(const RequestArguments& arguments, const std::string& build, JobContext& context) {
  BakePlan plan;
  recipe::Recipe& recipe = plan.request.recipe;
  pipeline::SourcePlan& sources = plan.request.sources;
  plan.isLike = !arguments.like.empty();
  const fs::path recipeFile = plan.isLike ? arguments.like : arguments.recipe;
  plan.request.recipeFile = recipeFile;
  if (!recipeFile.empty()) {
    auto read = recipe::readRecipe(recipeFile, context);
    TRY(read);
    recipe = std::move(*read);
    if (arguments.model.empty()) {
      recipe::checkSources(recipe, recipeFile, context);
    }
  }
  const recipe::Recipe stored = recipe;
  recipe::resolvePaths(recipe, recipeFile);
  if (plan.isLike) {
    forgetModel(recipe);
  }
  arguments.putOver(recipe);
  if (!arguments.model.empty()) {
    recipe::setSource(recipe, pack::SourceRole::Model, arguments.model);
  }
  plan.givenAttachments = recipe.bake.attachments.size();
  arguments.attached.addTo(recipe);
  TRY(arguments.addCharacters(recipe));
  TRY(arguments.motion.addTo(recipe));
  arguments.import.addTo(recipe);
  if (recipe::sourceFile(recipe, {}, pack::SourceRole::Model).empty()) {
    return fail(ErrorCode::InvalidArgument, "the recipe names no model: add a source of role \"model\"",
                recipeFile.string());
  }
  if (!isOfRecipe(plan)) {  // A recipe lists the motions of its model.
    arguments.motion.addFoundTo(recipe, arguments.import, context);
  }
  TRY(arguments.motion.check(recipe));
  if (const fs::path events = eventsFileOf(arguments, plan, context); !events.empty()) {
    recipe::setSource(recipe, pack::SourceRole::Events, events);
  }
  sources = pipeline::sourcePlanOf(recipe, {});
  sources.model.import = arguments.import.request(recipe);
  if (plan.isLike) {
    sources.model.badConstraints = constraints::BadConstraint::Skip;
  }
  plan.output =
      arguments.output.empty() ? fs::path(arguments.recipe).replace_extension(".texpack") : fs::path(arguments.output);
  plan.asked = askedOf(arguments, plan, stored, build);
  return plan;
}

std::vector<fs::path> motionsNow(const RequestArguments& arguments) {
  recipe::Recipe recipe = recipeOfModel(arguments.model);
  // One of several patterns may still match nothing.
  const auto add = [&recipe](std::vector<std::string> MotionArguments::*option, const std::string& pattern) {
    MotionArguments one;
    one.*option = {pattern};
    static_cast<void>(one.addTo(recipe).has_value());
  };
  for (const std::string& pattern : arguments.motion.files) {
    add(&MotionArguments::files, pattern);
  }
  for (const std::string& pattern : arguments.motion.caches) {
    add(&MotionArguments::caches, pattern);
  }
  JobContext unheard;
  if (!arguments.model.empty()) {
    arguments.motion.addFoundTo(recipe, arguments.import, unheard);
  }
  std::vector<fs::path> files = recipe::sourceFiles(recipe, {}, pack::SourceRole::Motion);
  for (const fs::path& cache : recipe::sourceFiles(recipe, {}, pack::SourceRole::Cache)) {
    files.push_back(cache);
  }
  return files;
}

Result<PreparedBake> prepareBake(const RequestArguments& arguments, const BakePlan& plan, JobContext& context) {
  pipeline::BakeRequest request = plan.request;
  const fs::path& modelFile = plan.request.sources.model.model;
  pipeline::ImportedSources sources;
  TRY(pipeline::importSources(request.sources, context, sources));
  for (const Issue& issue : sources.model->issues) {
    context.addIssue(issue);
  }
  if (auto sized = keepSizes(request.recipe.bake.attachments, plan.givenAttachments, *sources.model); !sized) {
    return fail(pipeline::aboutFile(modelFile, std::move(sized.error())));
  }
  request.sources.attachments = recipe::attachmentOrders(request.recipe, {});
  TRY(chooseClips(arguments, plan, *sources.model, request.recipe, context));
  if (arguments.fit) {
    auto limits = fitLimitsOf(arguments, plan, request.recipe, context);
    if (!limits) {
      return fail(pipeline::aboutFile(modelFile, std::move(limits.error())));
    }
    request.fit = *limits;
  }
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
  if (const fs::path saved = arguments.saveRecipe; !saved.empty()) {
    TRY(pipeline::checkOutputs(request.sources, sources.references, request.recipeFile, {&saved, 1}));
    TRY(saveRecipe(prepared.recipe, request.sources.model, saved));
  }
  prepared.job = std::move(*job);
  prepared.references = std::move(sources.references);
  return prepared;
}

}  // namespace texeleton::cli
