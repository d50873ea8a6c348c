#include "core/pipeline/bake_job.h"

#include <algorithm>
#include <utility>

namespace texeleton::pipeline {

namespace fs = std::filesystem;

namespace {

Error aboutRecipe(const BakeRequest& request, Error error) {
  if (!request.recipeName) {
    return aboutFile(request.recipeFile, std::move(error));
  }
  error.message = message("%1: %2", *request.recipeName, error.message);
  return error;
}

/// The limits of a fit, with those of the settings.
FitLimits limitsBy(const bake::BakeSettings& settings, FitLimits limits) {
  for (const bake::ClipSelection& clip : settings.clips) {
    limits.maxMillimetres = std::max(limits.maxMillimetres, clip.maxErrorMillimetres.value_or(0.0));
  }
  limits.maxMillimetres = settings.maxErrorMillimetres.value_or(limits.maxMillimetres);
  limits.maxNormalDegrees = settings.maxNormalDegrees;
  return limits;
}

}  // namespace

Error aboutFile(const fs::path& file, Error error) {
  if (error.file.empty()) {
    error.file = file.string();
  }
  return error;
}

Result<PreparedBake> prepareBake(const BakeRequest& request, const ImportedSources& sources, JobContext& job) {
  const SourcePlan& plan = request.sources;
  if (auto missing = missingForBake(plan.attachments, sources.attachments); missing && request.needsAttachments) {
    return fail(missing->file.empty() ? aboutRecipe(request, std::move(*missing)) : std::move(*missing));
  }
  PreparedBake prepared;
  prepared.attachments = placeAttachments(plan, sources, job);
  prepared.model = withMerged(sources.model, prepared.attachments);
  const model::Model& model = *prepared.model;  // Merged meshes do not change clips and nodes.
  auto settings = recipe::toBakeSettings(request.recipe, model, job, request.missingClips);
  if (!settings) {
    return fail(aboutFile(request.recipeFile, std::move(settings.error())));
  }
  if (auto added = addFromSources(*settings, sources, prepared.attachments); !added) {
    return fail(aboutRecipe(request, std::move(added.error())));
  }
  if (request.fit) {
    prepared.fitLimits = limitsBy(*settings, *request.fit);
    auto fitted = fitBake(model, *settings, prepared.fitLimits, job);
    if (!fitted) {
      return fail(aboutFile(plan.model.model, std::move(fitted.error())));
    }
    prepared.fit = std::move(*fitted);
    settings = prepared.fit->settings;
  }
  prepared.recipe = request.recipe;
  recipe::setSettings(prepared.recipe, *settings, model);
  prepared.recipe.bake.maxError = request.recipe.bake.maxError;  // With a fit, the bake is limited by its clips'
                                                                 // limits.
  prepared.settings = std::move(*settings);
  if (!plan.events.empty()) {
    auto events = recipe::readEventsFile(plan.events, model, job);
    TRY(events);
    prepared.fileEvents = std::move(*events);
    recipe::addEvents(prepared.settings, prepared.fileEvents, model);
  }
  return prepared;
}

Result<PackJob> prepareOutput(const BakeRequest& request, const ImportedSources& sources, const PreparedBake& prepared,
                              const fs::path& output) {
  TRY(checkOutputs(request.sources, sources.references, request.recipeFile, {&output, 1}));
  auto further = furtherSources(request.sources, sources);
  TRY(further);
  PackJob job;
  job.source = request.sources.model;
  job.settings = prepared.settings;
  job.furtherSources = std::move(*further);
  job.output = output;
  job.write = recipe::toWriteOptions(request.recipe);
  job.measure = recipe::measuresError(request.recipe);
  return job;
}

}  // namespace texeleton::pipeline
