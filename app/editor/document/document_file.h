#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/editor/document/document_state.h"
#include "core/base/result.h"

namespace texeleton::editor {

/// A state as the recipe that is written: what only the editor keeps goes into its notes ("editor"). Errors: those of
/// recipeToText.
Result<recipe::Recipe> toRecipe(const DocumentState& state);

/// The state that a recipe stands for. Notes that cannot be read are left where they are.
DocumentState toState(recipe::Recipe recipe);

/// Paths of a recipe that lies in `folder`, seen from there, as absolute ones; and the other way round.
void makePathsAbsolute(recipe::Recipe& recipe, const std::filesystem::path& folder);
void makePathsRelative(recipe::Recipe& recipe, const std::filesystem::path& folder);

/// What differs between two recipes as texts, a line for each value: "bake/fps: 24 → 30". Empty: nothing, or `theirs`
/// is no JSON.
std::vector<std::string> recipeDifferences(const std::string& theirs, const std::string& mine);

/// Refuses to write over a source of the document, whose paths are absolute, or over one of `further` (images that a
/// model refers to). Errors: of checkOutput.
Result<void> checkNoSource(const std::filesystem::path& output, const recipe::Recipe& recipe,
                           std::span<const std::filesystem::path> further = {});

}  // namespace texeleton::editor
