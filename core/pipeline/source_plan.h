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

/// The inputs of a bake and the options of their import, before any is read. Made from a recipe, from options, or from
/// a recipe with options put over it; command line, batch, `watch` and the editor go by it alike.
struct SourcePlan {
  ModelRequest model;                                       ///< The model and its motions.
  std::vector<std::filesystem::path> characters;            ///< That share the model's animation.
  std::map<std::filesystem::path, double> characterScales;  ///< For some of them: metres per file unit.
  std::vector<recipe::AttachmentOrder> attachments;         ///< Models attached to the character.
  std::vector<recipe::RecipeSocketName> socketNames;        ///< Names of sockets, to which some may be attached.
  std::filesystem::path events;                             ///< The events file; empty: none.
};

/// Returns the plan of a recipe, which lies at `recipeFile` (empty: the paths of its sources are absolute).
SourcePlan sourcePlanOf(const recipe::Recipe& recipe, const std::filesystem::path& recipeFile);

/// The imported files in the order of ModelReference::file: the model, its motions, further characters, attachments.
std::vector<std::filesystem::path> importedFiles(const SourcePlan& plan);

/// All files that are read: those of the plan, their import settings of Unity, the events file, and the references of
/// the imported files.
std::vector<std::filesystem::path> filesRead(const SourcePlan& plan, std::span<const ModelReference> references = {});

/// The same of a model and its motions alone.
std::vector<std::filesystem::path> filesRead(const ModelRequest& request,
                                             std::span<const ModelReference> references = {});

/// Checks that none of these outputs is a file that the bake reads, or its recipe. Ignores empty paths. Errors: those
/// of checkOutput().
Result<void> checkOutputs(const SourcePlan& plan, std::span<const ModelReference> references,
                          const std::filesystem::path& recipeFile, std::span<const std::filesystem::path> outputs);

}  // namespace texeleton::pipeline
