#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/batch/file_hashes.h"
#include "core/batch/settle_watch.h"
#include "core/export/export_places.h"
#include "core/pack/pack.h"
#include "core/pipeline/bake_job.h"
#include "core/pipeline/import_sources.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

// Interprets recipes like `texeleton-cli bake --recipe`. Paths of sources are absolute.

/// The sources of the document, under the user's limits. Constraints without effect are skipped with a warning.
pipeline::SourcePlan planOf(const recipe::Recipe& recipe);

/// The result of an import, with issues of motions, further characters and attachments; the model has its own issues.
struct ImportedSource : pipeline::ImportedSources {
  std::vector<Issue> issues;
};

/// The current state of the files that an import of this recipe reads, the model first: sources and optional files
/// beside them. Files that they refer to are only known after the import.
std::vector<batch::SettleWatch::File> filesOf(const recipe::Recipe& recipe);
/// Whether any of the files has changed.
bool haveChanged(const std::vector<batch::SettleWatch::File>& files);

/// Imports the model, its motions and the characters that share its animation. `files`, if given, receives the files
/// read with their state before. Errors: those of loadModel and addCharacters.
Result<ImportedSource> importOf(const recipe::Recipe& recipe, JobContext& job,
                                std::vector<batch::SettleWatch::File>* files = nullptr);

/// The placed attachments of a recipe. Those without a parent are skipped with a warning.
std::vector<model::PlacedAttachment> attachmentsOf(const recipe::Recipe& recipe, const ImportedSource& source,
                                                   JobContext& job);

/// Why attachments of a recipe are left out, by name. Empty without a model.
std::map<std::string, Message> leftOutAttachments(const recipe::Recipe& recipe, const ImportedSource& source);

/// The request to bake a document for its preview. Clips that the model lacks are skipped with a warning.
pipeline::BakeRequest requestOf(const recipe::Recipe& recipe);

/// The input of an export.
struct ExportOrder {
  recipe::Recipe recipe;
  std::filesystem::path document;  ///< File of the recipe; empty: it was never saved.
  ImportedSource source;
  std::vector<batch::SettleWatch::File> files;  ///< Files that the import has read, with their states before.
  std::shared_ptr<batch::FileHashes> hashes;
  std::filesystem::path home = {};  ///< See Document::homeFile().
};

/// The export places of the order's recipe that share the pack `output`; if there are none, one for the pack alone.
std::vector<exporting::ExportPlace> placesOf(const ExportOrder& order, const std::filesystem::path& output);

/// Bakes the pack `output` of an export, without writing it, with the same bytes as the command line. Error limits are
/// not enforced. `write` receives the options to write it with. Packs of unsaved documents, and of
/// files that have changed since the import, have no inputs.json, because the command line could not check whether they
/// are up to date.
Result<pack::Pack> bakeExport(const ExportOrder& order, const std::filesystem::path& output,
                              pack::PackWriteOptions& write, JobContext& job);

/// Whether two recipes have the same import.
bool importsAlike(const recipe::Recipe& a, const recipe::Recipe& b);
/// Whether they have the same bake, given the same model.
bool bakesAlike(const recipe::Recipe& a, const recipe::Recipe& b);

}  // namespace texeleton::editor
