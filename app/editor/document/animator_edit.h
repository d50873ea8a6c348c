#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/animator/animator_setup.h"

namespace texeleton::editor {

// Edits of an animator that keep references consistent: renaming updates transitions and conditions, removal also
// removes what depends on the item.

/// A name that no state, layer or parameter of a list has: "Walk", "Walk 2", ….
template <class Item>
std::string freshName(const std::vector<Item>& items, const std::string& wanted);

/// A state of the first clip that no state is named after. `clips`: not empty.
animator::SetupState newState(const animator::AnimatorSetup& setup, std::span<const animator::PlayableClip> clips,
                              const std::string& layer);
/// From a state (empty: the first of the layer) to the next one. Nothing if the layer has no states.
std::optional<animator::SetupTransition> newTransition(const animator::AnimatorSetup& setup, const std::string& layer,
                                                       const std::string& from);
/// One of the limbs that the names of the model propose, or the last bones of the model.
animator::SetupLimb newLimb(const animator::AnimatorSetup& setup, const model::Model& model);
/// The head turns, if a node is named so.
animator::SetupGaze newGaze(const model::Model& model);

/// Returns false without a change for an empty name or one that is in use.
bool renameState(animator::AnimatorSetup& setup, std::size_t state, const std::string& name);
bool renameLayer(animator::AnimatorSetup& setup, std::size_t layer, const std::string& name);
bool renameParameter(animator::AnimatorSetup& setup, std::size_t parameter, const std::string& name);

void removeState(animator::AnimatorSetup& setup, std::size_t state);

/// Adds a layer that begins with an empty state.
void addLayer(animator::AnimatorSetup& setup, const std::string& name, const std::string& emptyState);
/// Removes a layer and its states.
void removeLayer(animator::AnimatorSetup& setup, std::size_t layer);
/// The names of the states of a layer (empty: the base).
std::vector<std::string> statesOf(const animator::AnimatorSetup& setup, const std::string& layer);
/// The state that a layer (empty: the base) begins in; empty: it has none.
std::string initialState(const animator::AnimatorSetup& setup, const std::string& layer);
void setInitialState(animator::AnimatorSetup& setup, std::size_t state);
/// Moves a state to another layer. Its transitions lead from and to the initial state of that layer instead of states
/// of the layer before; without an initial state they are removed.
void setLayer(animator::AnimatorSetup& setup, std::size_t state, const std::string& layer);
/// Removes the conditions on the parameter, and transitions for which no other condition and no exit time remains. A
/// blend tree that it controls uses the first remaining number parameter, or keeps its first clip if there is none.
/// Returns the number of removed transitions.
std::size_t removeParameter(animator::AnimatorSetup& setup, std::size_t parameter);
/// Converts the conditions on the parameter: above becomes set, below becomes not set, and back with the middle of its
/// range. A switch controls no blend tree.
void setParameterKind(animator::AnimatorSetup& setup, std::size_t parameter, animator::ParameterKind kind);

/// Sets the parameters that control a state's blend: none, one or two. Clips without a position are spread over the
/// parameter's range.
void setBlend(animator::AnimatorSetup& setup, std::size_t state, const std::string& x, const std::string& y);

}  // namespace texeleton::editor
