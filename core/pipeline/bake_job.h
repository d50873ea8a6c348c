#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/pipeline/attach_models.h"
#include "core/pipeline/fit.h"
#include "core/pipeline/import_sources.h"
#include "core/pipeline/pack_job.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"

namespace texeleton::pipeline {

/// A recipe to bake, and the caller's options. The steps are importSources(), prepareBake(), prepareOutput() and
/// runPackJob(); the editor's preview stops after the second.
struct BakeRequest {
  recipe::Recipe recipe;
  std::filesystem::path recipeFile;        ///< Empty: it is not stored.
  SourcePlan sources;                      ///< The recipe's files, under the caller's limits.
  std::optional<Message> recipeName = {};  ///< Prefix of errors about its mode; unset: they name `recipeFile`.
  recipe::MissingClip missingClips = recipe::MissingClip::Fail;
  bool needsAttachments = true;  ///< Fails if an attachment cannot be baked (missingForBake()); false: it is left out.
  /// Searches for the smallest bake within these limits; those of the settings replace its lengths and degrees.
  std::optional<FitLimits> fit = {};
};

/// A bake with its settings resolved for the imported model.
struct PreparedBake {
  std::shared_ptr<const model::Model> model;         ///< Includes the attachments that are merged into its mesh.
  std::vector<model::PlacedAttachment> attachments;  ///< Attachments of the character.
  bake::BakeSettings settings;                       ///< Includes variants, sockets and events of other files.
  recipe::Recipe recipe;                       ///< With every setting and the choice of the fit, see setSettings().
  std::vector<recipe::ClipEvents> fileEvents;  ///< Events of the events file.
  FitLimits fitLimits;                         ///< Limits of `fit`.
  std::optional<FitResult> fit;                ///< Result of a search; the settings are those of the chosen candidate.
};

/// Places attachments, resolves the settings, fits the bake, and reads events. Errors: those of toBakeSettings(),
/// addFromSources(), fitBake() and readEventsFile(); an unreadable attachment.
Result<PreparedBake> prepareBake(const BakeRequest& request, const ImportedSources& sources, JobContext& job);

/// The job that bakes and writes the pack `output`; it is not written if it is empty. Errors: those of checkOutputs()
/// and furtherSources().
Result<PackJob> prepareOutput(const BakeRequest& request, const ImportedSources& sources, const PreparedBake& prepared,
                              const std::filesystem::path& output);

/// Adds the file's name to an error that has none.
Error aboutFile(const std::filesystem::path& file, Error error);

}  // namespace texeleton::pipeline
