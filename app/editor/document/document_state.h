#pragma once

#include <utility>
#include <vector>

#include "app/editor/document/crowd_setup.h"
#include "core/recipe/recipe.h"
#include "viewport/scene/saved_view.h"
#include "viewport/scene/view_setup.h"

namespace texeleton::editor {

/// Cuts of clips. `ticked` is Recipe::clips; unticked clips keep their settings here, so that ticking them again
/// restores these.
struct ClipLists {
  std::vector<recipe::RecipeClip> ticked;
  std::vector<recipe::RecipeClip> unticked;
  bool none = false;  ///< No clip is ticked; otherwise an empty `ticked` means every clip.

  friend bool operator==(const ClipLists&, const ClipLists&) = default;
};

/// The state that undo restores: the recipe, and data that only the editor uses. Paths of sources and exports are
/// absolute here and relative in the file.
struct DocumentState {
  recipe::Recipe recipe;
  std::vector<recipe::RecipeClip> unticked;
  bool noClips = false;      ///< See ClipLists::none: there is nothing to bake.
  bool keepExports = false;  ///< Exports after every successful bake.

  CrowdSetup crowd;                             ///< The crowd that the viewport shows.
  viewport::ViewSetup view;                     ///< How skinned characters are shown.
  std::vector<viewport::SavedView> savedViews;  ///< Saved cameras.
  bool showsCrowd = false;  ///< Shows the crowd instead of one character: saved with the document, but not an edit.

  void setClips(ClipLists lists) {
    recipe.clips = std::move(lists.ticked);
    unticked = std::move(lists.unticked);
    noClips = lists.none;
  }

  friend bool operator==(const DocumentState&, const DocumentState&) = default;
};

}  // namespace texeleton::editor
