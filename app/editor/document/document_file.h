#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/editor/document/document_state.h"
#include "core/base/result.h"

namespace texeleton::editor {

/// Converts a state to a recipe; data that only the editor uses goes into its notes ("editor"). Errors: those of
/// recipeToText.
Result<recipe::Recipe> toRecipe(const DocumentState& state);

/// The state of a recipe. Unreadable notes are left unchanged.
DocumentState toState(recipe::Recipe recipe);

/// Converts paths of a recipe in `folder` between relative and absolute.
void makePathsAbsolute(recipe::Recipe& recipe, const std::filesystem::path& folder);
void makePathsRelative(recipe::Recipe& recipe, const std::filesystem::path& folder);

/// The differences between two recipes as texts, one line per value: "bake/fps: 24 → 30". Empty if there are none, or
/// `theirs` is no JSON.
std::vector<std::string> recipeDifferences(const std::string& theirs, const std::string& mine);

/// Refuses to overwrite a source of the document (paths are absolute) or one of `further` (images that a model refers
/// to). Errors: those of checkOutput.
Result<void> checkNoSource(const std::filesystem::path& output, const recipe::Recipe& recipe,
                           std::span<const std::filesystem::path> further = {});

}  // namespace texeleton::editor
