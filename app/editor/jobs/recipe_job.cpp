#include "app/editor/jobs/recipe_job.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "app/editor/document/document_file.h"
#include "core/batch/asked_files.h"
#include "core/export/write_export.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

SourcePlan planOf(const Recipe& recipe) {
  SourcePlan plan = sourcePlanOf(recipe, {});
  plan.model.badConstraints = BadConstraint::Skip;
  return plan;
}

std::vector<SettleWatch::File> filesOf(const Recipe& recipe) {
  const SourcePlan plan = planOf(recipe);
  std::vector<AskedFile> asked = askedSources(plan);
  if (!plan.events.empty()) {
    asked.push_back({SourceRole::Events, plan.events, false, {}});
  }
  std::vector<SettleWatch::File> files;
  files.reserve(asked.size());
  for (AskedFile& file : asked) {
    const auto state = fileState(file.path);
    files.push_back({std::move(file.path), state});
  }
  return files;
}

bool haveChanged(const std::vector<SettleWatch::File>& files) {
  return std::any_of(files.begin(), files.end(),
                     [](const SettleWatch::File& file) { return fileState(file.path) != file.state; });
}

Result<ImportedSource> importOf(const Recipe& recipe, JobContext& job, std::vector<SettleWatch::File>* files) {
  std::vector<SettleWatch::File> known = filesOf(recipe);
  const SourcePlan plan = planOf(recipe);
  ImportedSource source;
  const Result<void> imported = importSources(plan, job, source);
  // Of a file that fails too, so that it is tried again once one of them is another.
  const std::vector<fs::path> importedOnes = importedFiles(plan);
  for (const ModelReference& reference : source.references) {
    const fs::path folder =
        reference.file < importedOnes.size() ? importedOnes[reference.file].parent_path() : fs::path();
    fs::path path = (folder / reference.reference.path).lexically_normal();
    const auto state = fileState(path);
    known.push_back({std::move(path), state});
  }
  if (files != nullptr) {
    *files = std::move(known);
  }
  TRY(imported);
  source.issues = job.takeIssues();
  return source;
}

Result<std::vector<ClipEvents>> eventsOf(const Recipe& recipe, const Model& model, JobContext& job) {
  const fs::path file = planOf(recipe).events;
  return file.empty() ? std::vector<ClipEvents>() : readEventsFile(file, model, job);
}

std::vector<PlacedAttachment> attachmentsOf(const Recipe& recipe, const ImportedSource& source, JobContext& job) {
  return placeAttachments(planOf(recipe), source, job);
}

std::shared_ptr<const Model> modelToBake(const Recipe& recipe, const ImportedSource& source) {
  JobContext unheard;  // settingsOf() tells what hangs on nothing.
  return withMerged(source.model, attachmentsOf(recipe, source, unheard));
}

Result<BakeSettings> settingsOf(const Recipe& recipe, const std::vector<ClipEvents>& events,
                                const ImportedSource& source, JobContext& job) {
  auto settings = toBakeSettings(recipe, *source.model, job, MissingClip::Skip);
  if (!settings) {
    return settings;
  }
  if (auto added = addFromSources(*settings, source, attachmentsOf(recipe, source, job)); !added) {
    added.error().message = message("%1: %2", message("the document"), added.error().message);
    return fail(std::move(added.error()));
  }
  addEvents(*settings, events, *source.model);
  return settings;
}

std::vector<ExportPlace> placesOf(const ExportOrder& order, const fs::path& output) {
  JobContext unheard;  // The document was told when it was opened.
  const auto all = exportPlaces(order.recipe, order.home, unheard);
  std::vector<ExportPlace> places;
  for (const ExportPlace& place : all.value_or(std::vector<ExportPlace>())) {
    if (place.pack.lexically_normal() == output.lexically_normal()) {
      places.push_back(place);
    }
  }
  if (places.empty()) {
    places.push_back(exportPlace(exportTargets().front(), output, {}));
  }
  return places;
}

namespace {

std::shared_ptr<const PackInputs> inputsOf(const ExportOrder& order, const fs::path& output, JobContext& job) {
  if (order.document.empty()) {
    return nullptr;
  }
  Recipe saved = order.recipe;
  makePathsRelative(saved, order.document.parent_path());
  AskedBake asked = askedByRecipe(saved, order.document, planOf(order.recipe), buildIdentity(*order.hashes, job));
  asked.settings = exportSettings(std::move(asked.settings), placesOf(order, output));
  auto inputs = texeleton::inputsOf(asked, *order.hashes, job);
  if (!inputs || haveChanged(order.files)) {
    return nullptr;
  }
  addReferences(*inputs, order.source.references);
  return std::make_shared<const PackInputs>(std::move(*inputs));
}

}  // namespace

Result<PackJob> exportJobOf(const ExportOrder& order, const fs::path& output, JobContext& job) {
  const Recipe& recipe = order.recipe;
  const ImportedSource& source = order.source;
  const SourcePlan plan = planOf(recipe);
  PackJob pack;
  pack.source = plan.model;
  pack.output = output;
  pack.write = toWriteOptions(recipe);
  pack.write.inputs = inputsOf(order, output, job);
  pack.measure = measuresError(recipe);
  const auto events = eventsOf(recipe, *source.model, job);
  auto settings = events ? settingsOf(recipe, *events, source, job) : fail(events.error());
  TRY(settings);
  pack.settings = std::move(*settings);
  if (auto missing = missingForBake(plan.attachments, source.attachments)) {
    return fail(std::move(*missing));
  }
  TRY(checkOutputs(plan, source.references, order.document, {&output, 1}));
  auto further = furtherSources(plan, source);
  TRY(further);
  pack.furtherSources = std::move(*further);
  return pack;
}

namespace {

/// The sources that an import reads, and in what unit.
using Imported = std::tuple<std::string, std::string, std::optional<double>>;
std::vector<Imported> imported(const Recipe& recipe) {
  std::vector<Imported> files;
  for (const RecipeSource& source : recipe.sources) {
    if (source.role == SourceRole::Model || source.role == SourceRole::Motion || source.role == SourceRole::Character ||
        source.role == SourceRole::Attachment) {
      files.emplace_back(source.role, source.path, source.scale);
    }
  }
  return files;
}

}  // namespace

bool importsAlike(const Recipe& a, const Recipe& b) {
  return imported(a) == imported(b) && a.import == b.import && a.boneMap == b.boneMap && a.constraints == b.constraints;
}

bool bakesAlike(const Recipe& a, const Recipe& b) {
  RecipeBake bakeA = a.bake;
  RecipeBake bakeB = b.bake;
  bakeA.maxError.reset();  // Only what is said of the result changes with it.
  bakeB.maxError.reset();
  bakeA.maxNormalError.reset();
  bakeB.maxNormalError.reset();
  bakeA.measure.reset();
  bakeB.measure.reset();
  return a.clips == b.clips && bakeA == bakeB &&
         sourceFile(a, {}, SourceRole::Events) == sourceFile(b, {}, SourceRole::Events);
}

}  // namespace texeleton::editor
