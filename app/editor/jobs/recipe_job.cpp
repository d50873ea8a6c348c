#include "app/editor/jobs/recipe_job.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "app/editor/document/document_file.h"
#include "core/base/same_file.h"
#include "core/batch/asked_files.h"
#include "core/export/write_export.h"
#include "core/pipeline/input_files.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

ModelRequest requestOf(const Recipe& recipe) {
  ModelRequest request;
  request.model = sourceFile(recipe, {}, "model");
  request.motions = sourceFiles(recipe, {}, "motion");
  request.boneMap = recipe.boneMap;
  request.constraints = constraintsOf(recipe);
  request.badConstraints = BadConstraint::Skip;
  request.import.options = toImportOptions(recipe);
  request.import.unityMeta.use = recipe.import.unityMeta.value_or(true) ? UnityMetaUse::Clips : UnityMetaUse::Off;
  return request;
}

std::vector<SettleWatch::File> filesOf(const Recipe& recipe) {
  const ModelRequest request = requestOf(recipe);
  std::vector<fs::path> paths = {request.model};
  paths.insert(paths.end(), request.motions.begin(), request.motions.end());
  const std::size_t imported = paths.size();
  for (std::size_t i = 0; i < imported && request.import.unityMeta.use != UnityMetaUse::Off; ++i) {
    paths.push_back(paths[i]);
    paths.back() += ".meta";
  }
  for (const char* const role : {kCharacterRole, kAttachmentRole, "events"}) {
    for (fs::path& file : sourceFiles(recipe, {}, role)) {
      paths.push_back(std::move(file));
    }
  }
  std::vector<SettleWatch::File> files;
  files.reserve(paths.size());
  for (fs::path& path : paths) {
    const auto state = fileState(path);
    files.push_back({std::move(path), state});
  }
  return files;
}

bool haveChanged(const std::vector<SettleWatch::File>& files) {
  return std::any_of(files.begin(), files.end(),
                     [](const SettleWatch::File& file) { return fileState(file.path) != file.state; });
}

namespace {

/// The number that references of the first attachment's file have.
std::uint32_t firstAttachment(const Recipe& recipe) {
  return static_cast<std::uint32_t>(1 + sourceFiles(recipe, {}, "motion").size() +
                                    sourceFiles(recipe, {}, kCharacterRole).size());
}

Result<ImportedSource> importAll(const Recipe& recipe, JobContext& job, std::vector<ModelReference>& references) {
  const ModelRequest request = requestOf(recipe);
  auto model = loadModel(request, job, nullptr, &references);
  if (!model) {
    return fail(std::move(model.error()));
  }
  ImportedSource source;
  source.model = std::move(*model);
  if (const auto characters = sourceFiles(recipe, {}, kCharacterRole); !characters.empty()) {
    auto together = addCharacters(request, source.model, characters, job, &references, characterScales(recipe, {}));
    if (!together) {
      return fail(std::move(together.error()));
    }
    source.model = std::move(together->model);
    source.variants = std::move(together->variants);
  }
  const std::vector<AttachmentOrder> orders = attachmentOrders(recipe, {});
  auto attached = loadAttachments(orders, request.import, job, &references, firstAttachment(recipe));
  if (!attached) {
    return fail(std::move(attached.error()));
  }
  source.attachments = std::move(*attached);
  source.issues = job.takeIssues();
  return source;
}

/// The folder of the file that a reference is one of.
fs::path folderOf(const ModelReference& reference, const Recipe& recipe) {
  std::vector<fs::path> files = {sourceFile(recipe, {}, "model")};
  for (const char* const role : {"motion", kCharacterRole}) {
    const auto more = sourceFiles(recipe, {}, role);
    files.insert(files.end(), more.begin(), more.end());
  }
  const auto attached = texeleton::filesOf(attachmentOrders(recipe, {}));
  files.insert(files.end(), attached.begin(), attached.end());
  return reference.file < files.size() ? files[reference.file].parent_path() : fs::path();
}

}  // namespace

Result<ImportedSource> importOf(const Recipe& recipe, JobContext& job, std::vector<SettleWatch::File>* files) {
  std::vector<SettleWatch::File> known = filesOf(recipe);
  std::vector<ModelReference> references;
  auto source = importAll(recipe, job, references);
  // Of a file that fails too, so that it is tried again once one of them is another.
  for (const ModelReference& reference : references) {
    fs::path path = (folderOf(reference, recipe) / reference.reference.path).lexically_normal();
    const auto state = fileState(path);
    known.push_back({std::move(path), state});
  }
  if (source) {
    source->references = std::move(references);
  }
  if (files != nullptr) {
    *files = std::move(known);
  }
  return source;
}

Result<std::vector<ClipEvents>> eventsOf(const Recipe& recipe, const Model& model, JobContext& job) {
  const fs::path file = sourceFile(recipe, {}, "events");
  return file.empty() ? std::vector<ClipEvents>() : readEventsFile(file, model, job);
}

std::vector<PlacedAttachment> attachmentsOf(const Recipe& recipe, const ImportedSource& source, JobContext& job) {
  return placeAttachments(attachmentOrders(recipe, {}), source.attachments, *source.model, recipe.bake.socketNames,
                          job);
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
  if (auto added = addVariants(source.variants, *settings); !added) {
    added.error().message = message("%1: %2", message("the document"), added.error().message);
    return fail(std::move(added.error()));
  }
  addEvents(*settings, events, *source.model);
  addAttachmentSockets(attachmentsOf(recipe, source, job), *source.model, *settings);
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
  AskedBake asked =
      askedByRecipe(saved, order.document, requestOf(order.recipe), sourceFiles(order.recipe, {}, kCharacterRole),
                    sourceFile(order.recipe, {}, "events"), buildIdentity(*order.hashes, job),
                    texeleton::filesOf(attachmentOrders(order.recipe, {})));
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
  PackJob pack;
  pack.source = requestOf(recipe);
  pack.output = output;
  pack.write = toWriteOptions(recipe);
  pack.write.inputs = inputsOf(order, output, job);
  pack.measure = measuresError(recipe);
  const auto events = eventsOf(recipe, *source.model, job);
  auto settings = events ? settingsOf(recipe, *events, source, job) : fail(events.error());
  if (!settings) {
    return fail(std::move(settings.error()));
  }
  pack.settings = std::move(*settings);
  const std::vector<AttachmentOrder> attached = attachmentOrders(recipe, {});
  if (auto missing = missingForBake(attached, source.attachments)) {
    return fail(std::move(*missing));
  }
  std::vector<fs::path> imported = sourceFiles(recipe, {}, kCharacterRole);
  const std::vector<fs::path> attachedFiles = texeleton::filesOf(attached);
  imported.insert(imported.end(), attachedFiles.begin(), attachedFiles.end());
  std::vector<fs::path> inputs = inputFilesOf(pack.source, imported, source.references);
  inputs.insert(inputs.end(), {order.document, sourceFile(recipe, {}, "events")});
  if (auto free = checkOutput(output, inputs); !free) {
    return fail(std::move(free.error()));
  }
  std::vector<std::pair<fs::path, const char*>> further;
  for (fs::path& file : sourceFiles(recipe, {}, kCharacterRole)) {
    further.emplace_back(std::move(file), kCharacterRole);
  }
  for (const auto& [file, model] : source.attachments) {
    if (model.model) {
      further.emplace_back(file, kAttachmentRole);
    }
  }
  if (fs::path file = sourceFile(recipe, {}, "events"); !file.empty()) {
    further.emplace_back(std::move(file), "events");
  }
  for (const auto& [file, role] : further) {
    auto described = packSourceOf(file, role);
    if (!described) {
      return fail(std::move(described.error()));
    }
    const auto scales = characterScales(recipe, {});
    if (const auto scale = scales.find(file); scale != scales.end()) {
      described->scale = scale->second;
    }
    pack.furtherSources.push_back(std::move(*described));
  }
  return pack;
}

namespace {

/// The sources that an import reads, and in what unit.
using Imported = std::tuple<std::string, std::string, std::optional<double>>;
std::vector<Imported> imported(const Recipe& recipe) {
  std::vector<Imported> files;
  for (const RecipeSource& source : recipe.sources) {
    if (source.role == "model" || source.role == "motion" || source.role == kCharacterRole ||
        source.role == kAttachmentRole) {
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
  return a.clips == b.clips && bakeA == bakeB && sourceFile(a, {}, "events") == sourceFile(b, {}, "events");
}

}  // namespace texeleton::editor
