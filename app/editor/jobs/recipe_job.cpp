#include "app/editor/jobs/recipe_job.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "app/editor/document/document_file.h"
#include "app/editor/document/preferences.h"
#include "core/batch/up_to_date.h"
#include "core/export/write_export.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

pipeline::SourcePlan planOf(const recipe::Recipe& recipe) {
  pipeline::SourcePlan plan = pipeline::sourcePlanOf(recipe, {});
  plan.model.badConstraints = constraints::BadConstraint::Skip;
  plan.model.import.limits = importLimits();
  return plan;
}

std::vector<batch::SettleWatch::File> filesOf(const recipe::Recipe& recipe) {
  const pipeline::SourcePlan plan = planOf(recipe);
  std::vector<batch::AskedFile> asked = batch::askedSources(plan);
  if (!plan.events.empty()) {
    asked.push_back({pack::SourceRole::Events, plan.events, false, {}});
  }
  std::vector<batch::SettleWatch::File> files;
  files.reserve(asked.size());
  for (batch::AskedFile& file : asked) {
    const auto state = batch::fileState(file.path);
    files.push_back({std::move(file.path), state});
  }
  return files;
}

bool haveChanged(const std::vector<batch::SettleWatch::File>& files) {
  return std::ranges::any_of(
      files, [](const batch::SettleWatch::File& file) { return batch::fileState(file.path) != file.state; });
}

Result<ImportedSource> importOf(const recipe::Recipe& recipe, JobContext& job,
                                std::vector<batch::SettleWatch::File>* files) {
  std::vector<batch::SettleWatch::File> known = filesOf(recipe);
  const pipeline::SourcePlan plan = planOf(recipe);
  ImportedSource source;
  const Result<void> imported = pipeline::importSources(plan, job, source);
  // Includes files of a failed import, so that a change of one of them triggers another attempt.
  const std::vector<fs::path> importedOnes = pipeline::importedFiles(plan);
  for (const pipeline::ModelReference& reference : source.references) {
    const fs::path folder =
        reference.file < importedOnes.size() ? importedOnes[reference.file].parent_path() : fs::path();
    fs::path path = (folder / reference.reference.path).lexically_normal();
    const auto state = batch::fileState(path);
    known.push_back({std::move(path), state});
  }
  if (files != nullptr) {
    *files = std::move(known);
  }
  TRY(imported);
  source.issues = job.takeIssues();
  return source;
}

std::vector<model::PlacedAttachment> attachmentsOf(const recipe::Recipe& recipe, const ImportedSource& source,
                                                   JobContext& job) {
  return pipeline::placeAttachments(planOf(recipe), source, job);
}

std::map<std::string, Message> leftOutAttachments(const recipe::Recipe& recipe, const ImportedSource& source) {
  std::map<std::string, Message> leftOut;
  if (!source.model) {
    return leftOut;
  }
  JobContext job;
  const std::vector<model::PlacedAttachment> placed = attachmentsOf(recipe, source, job);
  for (Issue& issue : job.takeIssues()) {
    const auto isIt = [&issue](const auto& each) { return each.name == issue.subject; };
    const auto& all = recipe.bake.attachments;
    if (std::ranges::any_of(all, isIt) && std::ranges::none_of(placed, isIt)) {
      leftOut.emplace(issue.subject, std::move(issue.text));
    }
  }
  return leftOut;
}

pipeline::BakeRequest requestOf(const recipe::Recipe& recipe) {
  pipeline::BakeRequest request;
  request.recipe = recipe;
  request.recipeName = message("the document");
  request.sources = planOf(recipe);
  request.missingClips = recipe::MissingClip::Skip;
  request.needsAttachments = false;
  return request;
}

std::vector<exporting::ExportPlace> placesOf(const ExportOrder& order, const fs::path& output) {
  JobContext unheard;  // Reported when the document was opened.
  const auto all = exporting::exportPlaces(order.recipe, order.home, unheard);
  std::vector<exporting::ExportPlace> places;
  for (const exporting::ExportPlace& place : all.value_or(std::vector<exporting::ExportPlace>())) {
    if (place.pack.lexically_normal() == output.lexically_normal()) {
      places.push_back(place);
    }
  }
  if (places.empty()) {
    places.push_back(exporting::exportPlace(exporting::exportTargets().front(), output, {}));
    places.back().source = order.home;
  }
  return places;
}

namespace {

std::shared_ptr<const pack::PackInputs> inputsOf(const ExportOrder& order, const fs::path& output, JobContext& job) {
  if (order.document.empty()) {
    return nullptr;
  }
  recipe::Recipe saved = order.recipe;
  makePathsRelative(saved, order.document.parent_path());
  batch::AskedBake asked =
      batch::askedByRecipe(saved, order.document, planOf(order.recipe), batch::buildIdentity(*order.hashes, job));
  asked.settings = exporting::exportSettings(std::move(asked.settings), placesOf(order, output));
  auto inputs = texeleton::batch::inputsOf(asked, *order.hashes, job);
  if (!inputs || haveChanged(order.files)) {
    return nullptr;
  }
  batch::addReferences(*inputs, order.source.references);
  return std::make_shared<const pack::PackInputs>(std::move(*inputs));
}

}  // namespace

Result<pack::Pack> bakeExport(const ExportOrder& order, const fs::path& output, pack::PackWriteOptions& write,
                              JobContext& job) {
  pipeline::BakeRequest request = requestOf(order.recipe);
  request.recipeFile = order.document;
  request.needsAttachments = true;
  auto inputs = inputsOf(order, output, job);
  const auto prepared = pipeline::prepareBake(request, order.source, job);
  TRY(prepared);
  auto pack = pipeline::prepareOutput(request, order.source, *prepared, output);
  TRY(pack);
  write = pack->write;
  write.inputs = std::move(inputs);
  pack->enforceLimits = false;
  pack->output.clear();
  auto baked = pipeline::runPackJob(*pack, prepared->model, job);
  return baked ? Result<pack::Pack>(std::move(baked->pack)) : fail(std::move(baked.error()));
}

namespace {

/// The sources that an import reads, with their unit.
using Imported = std::tuple<std::string, std::string, std::optional<double>, std::string, std::optional<double>,
                            std::optional<importing::UpAxis>, std::optional<double>, std::string>;
std::vector<Imported> imported(const recipe::Recipe& recipe) {
  std::vector<Imported> files;
  for (const recipe::RecipeSource& source : recipe.sources) {
    if (source.role == pack::SourceRole::Model || source.role == pack::SourceRole::Motion ||
        source.role == pack::SourceRole::Cache || source.role == pack::SourceRole::Character ||
        source.role == pack::SourceRole::Attachment || source.role == pack::SourceRole::Texture) {
      files.emplace_back(source.role, source.path, source.scale, source.mesh, source.fps, source.up, source.pieces,
                         source.name);
    }
  }
  return files;
}

}  // namespace

bool importsAlike(const recipe::Recipe& a, const recipe::Recipe& b) {
  return imported(a) == imported(b) && a.import == b.import && a.motion == b.motion && a.constraints == b.constraints;
}

bool bakesAlike(const recipe::Recipe& a, const recipe::Recipe& b) {
  recipe::RecipeBake bakeA = a.bake;
  recipe::RecipeBake bakeB = b.bake;
  if (a.bake.rows != bake::RowSpacing::Uneven) {  // Limits affect only the assessment of even rows.
    for (recipe::RecipeBake* const each : {&bakeA, &bakeB}) {
      each->maxError.reset();
      each->maxNormalError.reset();
    }
  }
  bakeA.measure.reset();
  bakeB.measure.reset();
  return a.clips == b.clips && bakeA == bakeB &&
         recipe::sourceFile(a, {}, pack::SourceRole::Events) == recipe::sourceFile(b, {}, pack::SourceRole::Events);
}

}  // namespace texeleton::editor
