#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/animator/animator_setup.h"

namespace texeleton::editor {

// Edits of an animator that keep references consistent: renaming updates transitions and conditions, removal also
// removes what depends on the item.

/// A name that no other item of the kind has: "Walk", "Walk 2", ….
std::string freshStateName(const animator::AnimatorSetup& setup, const std::string& wanted);
std::string freshLayerName(const animator::AnimatorSetup& setup, const std::string& wanted);
std::string freshParameterName(const animator::AnimatorSetup& setup, const std::string& wanted);

/// Returns false without a change for an empty name or one that is in use.
bool renameState(animator::AnimatorSetup& setup, std::size_t state, const std::string& name);
bool renameLayer(animator::AnimatorSetup& setup, std::size_t layer, const std::string& name);
bool renameParameter(animator::AnimatorSetup& setup, std::size_t parameter, const std::string& name);

void removeState(animator::AnimatorSetup& setup, std::size_t state);

/// Adds a layer that begins with an empty state.
void addLayer(animator::AnimatorSetup& setup, const std::string& name, const std::string& emptyState);
/// With its states.
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
