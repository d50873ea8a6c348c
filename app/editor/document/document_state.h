#pragma once

#include <vector>

#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// Cuts of clips. `ticked` is Recipe::clips; what is not ticked keeps its settings here, so that ticking it again
/// brings them back.
struct ClipLists {
  std::vector<RecipeClip> ticked;
  std::vector<RecipeClip> unticked;
  bool none = false;  ///< Nothing is to be ticked; without it an empty `ticked` means every clip.

  friend bool operator==(const ClipLists&, const ClipLists&) = default;
};

/// What undo goes back to: the recipe, and what only the editor keeps. Paths of sources and exports are absolute here;
/// in the file they are relative to it.
struct DocumentState {
  Recipe recipe;
  std::vector<RecipeClip> unticked;
  bool noClips = false;      ///< See ClipLists::none: there is nothing to bake.
  bool keepExports = false;  ///< Every good bake is exported.

  friend bool operator==(const DocumentState&, const DocumentState&) = default;
};

}  // namespace texeleton::editor
