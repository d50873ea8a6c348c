#pragma once

#include <memory>
#include <vector>

#include "core/bake/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pack/pack.h"
#include "core/pipeline/attach_models.h"
#include "core/pipeline/source_plan.h"

namespace texeleton::pipeline {

/// The result of importing the files of a plan.
struct ImportedSources {
  std::shared_ptr<const model::Model> model;    ///< With the characters that share its animation.
  std::vector<meshes::VariantChoice> variants;  ///< One for each of several characters.
  AttachmentModels attachments;                 ///< Attached models by file.
  std::vector<ModelReference> references;  ///< Further files that the import read or looked for, of failed ones too.
};

/// Imports the model, its motions, further characters and attachments. Issues of the model stay in Model::issues, all
/// others go to `job`. On failure, `result` has the `references` of the files read so far. Errors: those of
/// loadModel(), addCharacters() and loadAttachments().
Result<void> importSources(const SourcePlan& plan, JobContext& job, ImportedSources& result);

/// The placed attachments. Those without a parent are skipped with a warning.
std::vector<PlacedAttachment> placeAttachments(const SourcePlan& plan, const ImportedSources& sources, JobContext& job);

/// Adds what characters and attachments bring to a bake: variants and sockets. Errors: those of addVariants().
Result<void> addFromSources(bake::BakeSettings& settings, const ImportedSources& sources,
                            const std::vector<PlacedAttachment>& placed);

/// Returns the entries of the manifest for the files beside the model and its motions: characters, attachments that
/// could be read, the events file. Errors: those of packSourceOf().
Result<std::vector<pack::PackSource>> furtherSources(const SourcePlan& plan, const ImportedSources& sources);

}  // namespace texeleton::pipeline
