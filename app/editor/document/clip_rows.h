#pragma once

#include <string>
#include <vector>

#include "app/editor/document/document_state.h"
#include "core/bake/baked_animation.h"
#include "core/model/model.h"
#include "core/recipe/events_file.h"

namespace texeleton::editor {

/// A cut of a clip as the Clips panel shows it: one that is baked, one that is not but has settings, or a clip of the
/// model that nobody said anything about.
struct ClipRow {
  recipe::RecipeClip clip;
  bool ticked = false;
  ClipIndex source;  ///< Invalid: the model no longer has it.

  /// What it is called in the pack.
  std::string name(const model::Model& model) const;

  friend bool operator==(const ClipRow&, const ClipRow&) = default;
};

/// The rows of the list with those of them that are selected in it, for what is done to the selected ones.
struct ChosenRows {
  std::vector<ClipRow> rows;
  std::vector<int> selected;  ///< Numbers of rows, ascending.

  bool isSelected(int row) const;
};

/// The rows of a document, in the model's order as far as the recipe's order allows. A recipe without clips ticks all.
std::vector<ClipRow> clipRows(const DocumentState& state, const model::Model& model);

/// The lists that rows stand for; rows without settings that are not ticked are left out.
ClipLists listsOf(const std::vector<ClipRow>& rows);

/// The number of the baked clip of each row, −1 where it is not among them (or not yet).
std::vector<int> bakedClipOfRows(const std::vector<ClipRow>& rows, const bake::BakedAnimation& baked,
                                 const model::Model& model);

/// The rows when one whose clip is gone is taken from another clip of the model from now on. Its name in the pack, its
/// range and its events stay; a row of that clip that says nothing goes.
std::vector<ClipRow> withMapped(std::vector<ClipRow> rows, std::size_t row, ClipIndex to, const recipe::Recipe& recipe,
                                const model::Model& model);

/// The state's sources and clips when the events of the events file are taken over into the clips, so that they can be
/// edited one by one.
struct TakenEvents {
  std::vector<recipe::RecipeSource> sources;
  ClipLists lists;
};
TakenEvents takeEventsOver(const DocumentState& state, std::vector<ClipRow> rows,
                           const std::vector<recipe::ClipEvents>& events);

}  // namespace texeleton::editor
