#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/attachment_orders.h"
#include "core/recipe/recipe.h"

namespace texeleton::pipeline {

/// The input files of a bake and their import options. The command line, batch, `watch` and the editor all use it.
struct SourcePlan {
  ModelRequest model;
  std::vector<std::filesystem::path> characters;            ///< Characters that share the model's animation.
  std::map<std::filesystem::path, double> characterScales;  ///< Metres per file unit, of some characters.
  std::vector<recipe::AttachmentOrder> attachments;
  std::vector<recipe::RecipeSocketName> socketNames;  ///< Names of sockets; attachments may refer to them.
  std::filesystem::path events;                       ///< The events file; empty: none.
};

/// The plan of a recipe stored at `recipeFile` (empty: its source paths are absolute).
SourcePlan sourcePlanOf(const recipe::Recipe& recipe, const std::filesystem::path& recipeFile);

/// The imported files in the order of ModelReference::file: the model, its motions, further characters, attachments.
std::vector<std::filesystem::path> importedFiles(const SourcePlan& plan);

/// All files that are read: those of the plan, their Unity import settings, the events file, and the references of the
/// imported files.
std::vector<std::filesystem::path> filesRead(const SourcePlan& plan, std::span<const ModelReference> references = {});

/// The same for a model and its motions only.
std::vector<std::filesystem::path> filesRead(const ModelRequest& request,
                                             std::span<const ModelReference> references = {});

/// Checks that no output is a file that the bake reads, or its recipe. Empty paths are ignored. Errors: those of
/// checkOutput().
Result<void> checkOutputs(const SourcePlan& plan, std::span<const ModelReference> references,
                          const std::filesystem::path& recipeFile, std::span<const std::filesystem::path> outputs);

}  // namespace texeleton::pipeline
