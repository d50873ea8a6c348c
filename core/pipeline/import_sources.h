#pragma once

#include <memory>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pack/pack.h"
#include "core/pipeline/attach_models.h"
#include "core/pipeline/source_plan.h"

namespace texeleton::pipeline {

struct ImportedSources {
  std::shared_ptr<const model::Model> model;    ///< With the characters that share its animation.
  std::vector<meshes::VariantChoice> variants;  ///< One per character if there are several; else empty.
  AttachmentModels attachments;
  std::vector<ModelReference> references;  ///< Further files read or looked for, also by failed imports.
};

/// Imports the model, its motions, further characters and attachments. Issues of the model stay in Model::issues;
/// others go to `job`. On failure `result` has the `references` of the files read so far. Errors: those of loadModel(),
/// addCharacters() and loadAttachments().
Result<void> importSources(const SourcePlan& plan, JobContext& job, ImportedSources& result);

/// Places the attachments. Those without a parent are skipped with a warning.
std::vector<model::PlacedAttachment> placeAttachments(const SourcePlan& plan, const ImportedSources& sources,
                                                      JobContext& job);

/// Adds the variants of characters and the sockets of attachments. Errors: those of addVariants().
Result<void> addFromSources(bake::BakeSettings& settings, const ImportedSources& sources,
                            const std::vector<model::PlacedAttachment>& placed);

/// The manifest's entries for further files: characters, attachments that could be read, the events file. Errors: those
/// of packSourceOf().
Result<std::vector<pack::PackSource>> furtherSources(const SourcePlan& plan, const ImportedSources& sources);

}  // namespace texeleton::pipeline
