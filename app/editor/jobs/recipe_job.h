#pragma once

#include <memory>
#include <vector>

#include "core/batch/file_hashes.h"
#include "core/batch/settle_watch.h"
#include "core/export/export_places.h"
#include "core/pipeline/import_sources.h"
#include "core/pipeline/pack_job.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

// What `texeleton-cli bake --recipe` takes from a recipe, taken likewise. Paths of sources are absolute.

/// What the document reads, under the user's limits. Constraints that act on nothing are left out with a warning.
pipeline::SourcePlan planOf(const recipe::Recipe& recipe);

/// What an import gives, with what it told: of motions, further characters and attachments; the model has its own.
struct ImportedSource : pipeline::ImportedSources {
  std::vector<Issue> issues;
};

/// The files that an import by this recipe reads, as they are now, the model first: sources, and what may lie beside
/// them. What they refer to is only known after it.
std::vector<batch::SettleWatch::File> filesOf(const recipe::Recipe& recipe);
/// Whether any of them is another one by now.
bool haveChanged(const std::vector<batch::SettleWatch::File>& files);

/// Imports the model, its motions and the characters that share its animation. `files`, where given, receives what was
/// read, with its state before. Errors: those of loadModel and addCharacters.
Result<ImportedSource> importOf(const recipe::Recipe& recipe, JobContext& job,
                                std::vector<batch::SettleWatch::File>* files = nullptr);

/// Events of the events file, if there is one. Errors: those of readEventsFile.
Result<std::vector<recipe::ClipEvents>> eventsOf(const recipe::Recipe& recipe, const model::Model& model,
                                                 JobContext& job);

/// The attachments of a recipe in their places. Those that hang on nothing are left out with a warning.
std::vector<pipeline::PlacedAttachment> attachmentsOf(const recipe::Recipe& recipe, const ImportedSource& source,
                                                      JobContext& job);

/// The character that is baked: with the attachments that are merged into its mesh.
std::shared_ptr<const model::Model> modelToBake(const recipe::Recipe& recipe, const ImportedSource& source);

/// Settings of the bake, characters and events of the events file included. Clips that the model no longer has are left
/// out.
Result<bake::BakeSettings> settingsOf(const recipe::Recipe& recipe, const std::vector<recipe::ClipEvents>& events,
                                      const ImportedSource& source, JobContext& job);

/// What an export goes by.
struct ExportOrder {
  recipe::Recipe recipe;
  std::filesystem::path document;  ///< Where the recipe lies; empty: it was never saved.
  ImportedSource source;
  std::vector<batch::SettleWatch::File> files;  ///< That the import has read, with their states before.
  std::shared_ptr<batch::FileHashes> hashes;
  std::filesystem::path home = {};  ///< See Document::homeFile().
};

/// The export places of the order's recipe that share the pack `output`; one for the pack alone where it names none.
std::vector<exporting::ExportPlace> placesOf(const ExportOrder& order, const std::filesystem::path& output);

/// The job that writes the pack `output` with the bytes that the command line writes. Of a document that was never
/// saved no command line can say whether the pack is up to date: such a pack has no inputs.json. Nor has one whose
/// files have changed since they were imported.
Result<pipeline::PackJob> exportJobOf(const ExportOrder& order, const std::filesystem::path& output, JobContext& job);

/// Whether two recipes import the same.
bool importsAlike(const recipe::Recipe& a, const recipe::Recipe& b);
/// Whether they bake the same, given the same model.
bool bakesAlike(const recipe::Recipe& a, const recipe::Recipe& b);

}  // namespace texeleton::editor
