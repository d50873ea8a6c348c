#pragma once

#include <cstddef>
#include <string>

#include "core/animator/animator_setup.h"

namespace texeleton::editor {

// Edits of an animator that keep references consistent: renaming updates transitions and conditions, removal also
// removes what depends on the item.

/// A name that no other item of the kind has: "Walk", "Walk 2", ….
std::string freshStateName(const animator::AnimatorSetup& setup, const std::string& wanted);
std::string freshParameterName(const animator::AnimatorSetup& setup, const std::string& wanted);

/// Returns false without a change for an empty name or one that is in use.
bool renameState(animator::AnimatorSetup& setup, std::size_t state, const std::string& name);
bool renameParameter(animator::AnimatorSetup& setup, std::size_t parameter, const std::string& name);

void removeState(animator::AnimatorSetup& setup, std::size_t state);
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
