#pragma once

#include <vector>

#include "app/editor/document/crowd_setup.h"
#include "core/recipe/recipe.h"
#include "viewport/scene/saved_view.h"
#include "viewport/scene/view_setup.h"

namespace texeleton::editor {

/// Cuts of clips. `ticked` is Recipe::clips; what is not ticked keeps its settings here, so that ticking it again
/// brings them back.
struct ClipLists {
  std::vector<recipe::RecipeClip> ticked;
  std::vector<recipe::RecipeClip> unticked;
  bool none = false;  ///< Nothing is to be ticked; without it an empty `ticked` means every clip.

  friend bool operator==(const ClipLists&, const ClipLists&) = default;
};

/// What undo goes back to: the recipe, and what only the editor keeps. Paths of sources and exports are absolute here;
/// in the file they are relative to it.
struct DocumentState {
  recipe::Recipe recipe;
  std::vector<recipe::RecipeClip> unticked;
  bool noClips = false;      ///< See ClipLists::none: there is nothing to bake.
  bool keepExports = false;  ///< Every good bake is exported.

  CrowdSetup crowd;                             ///< What the viewport shows as a crowd.
  viewport::ViewSetup view;                     ///< How it is drawn where it is skinned.
  std::vector<viewport::SavedView> savedViews;  ///< Cameras to come back to.
  bool showsCrowd = false;  ///< The crowd is shown, not one character: kept with the document, but no edit of it.

  friend bool operator==(const DocumentState&, const DocumentState&) = default;
};

}  // namespace texeleton::editor
