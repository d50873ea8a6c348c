#pragma once

#include <string>
#include <vector>

#include "app/editor/document/document_state.h"
#include "core/model/model.h"
#include "core/recipe/events_file.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// A cut of a clip in the Clips panel: baked, not baked but with settings, or a clip of the model without settings.
struct ClipRow {
  recipe::RecipeClip clip;
  bool ticked = false;
  ClipIndex source;  ///< Invalid: the model no longer has it.

  /// Its name in the pack.
  std::string name(const model::Model& model) const;

  friend bool operator==(const ClipRow&, const ClipRow&) = default;
};

/// The rows of the list and the selected ones, for edits of the selection.
struct ChosenRows {
  std::vector<ClipRow> rows;
  std::vector<int> selected;  ///< Numbers of rows, ascending.

  bool isSelected(int row) const;
};

/// The rows of a document, in the model's order as far as the recipe's order allows. A recipe without clips ticks all
/// of them.
std::vector<ClipRow> clipRows(const DocumentState& state, const model::Model& model);

/// The lists for rows; unticked rows without settings are omitted.
ClipLists listsOf(const std::vector<ClipRow>& rows);

/// The number of the baked clip of each row, −1 if it is not (yet) baked.
std::vector<int> bakedClipOfRows(const std::vector<ClipRow>& rows, const vat::BakedAnimation& baked,
                                 const model::Model& model);

/// The row of a baked clip; null: the document has changed.
ClipRow* rowOfBaked(std::vector<ClipRow>& rows, const vat::BakedAnimation& baked, const model::Model& model,
                    std::size_t clip);

/// The rows after a row whose clip is missing was assigned to another clip of the model. Its name in the pack, range
/// and events are kept; that clip's own row is removed if it has no settings.
std::vector<ClipRow> withMapped(std::vector<ClipRow> rows, std::size_t row, ClipIndex to, const recipe::Recipe& recipe,
                                const model::Model& model);

/// The state with these rows, after the events of the events file, if it has one, were moved into the clips, so that
/// they can be edited one by one.
DocumentState takeEventsOver(DocumentState state, std::vector<ClipRow> rows,
                             const std::vector<recipe::ClipEvents>& events);

}  // namespace texeleton::editor
