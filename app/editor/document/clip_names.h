#pragma once

#include <QString>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/document_state.h"

namespace texeleton::editor {

// Clips and masks are referred to by their names in the pack: by states and layers of the animator, the layer of the
// crowd and the cross-fade.

/// Old names with their new ones. All are exchanged at once, so that two names can be swapped.
using Renamed = std::map<std::string, std::string>;

/// The new names of clips. Names that a baked clip keeps are left out. Both lists have the same rows.
Renamed renamedClips(const std::vector<ClipRow>& before, const std::vector<ClipRow>& after, const model::Model& model);

/// Changes the names of clips wherever they are referred to.
void renameClips(DocumentState& state, const Renamed& renamed);
/// Replaces the masks. References follow new names; references to removed masks are cleared.
void setMasks(DocumentState& state, std::vector<recipe::RecipeMask> masks, const Renamed& renamed);
/// The masks that layers refer to.
std::vector<std::string> usedMasks(const DocumentState& state);

/// Display text of what refers to one of these clips: "Walk, layer". Empty: nothing does.
QString usersOfClips(const DocumentState& state, const std::set<std::string>& clips);
/// Removes the clips from all that refers to them. States that have no other clip are removed with their transitions.
void takeClipsOut(DocumentState& state, const std::set<std::string>& clips);

}  // namespace texeleton::editor
