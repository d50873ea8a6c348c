#pragma once

#include <string>

#include "core/animator/animator_setup.h"

namespace texeleton::editor {

// Edits of an animator that keep what belongs together: who is renamed keeps its transitions and conditions, and who
// goes takes along what cannot be without it.

/// A name that no other thing of the kind has: "Walk", "Walk 2", ….
std::string freshStateName(const animator::AnimatorSetup& setup, const std::string& wanted);
std::string freshParameterName(const animator::AnimatorSetup& setup, const std::string& wanted);

/// False, and no change, for an empty name or one that another has.
bool renameState(animator::AnimatorSetup& setup, std::size_t state, const std::string& name);
bool renameParameter(animator::AnimatorSetup& setup, std::size_t parameter, const std::string& name);

void removeState(animator::AnimatorSetup& setup, std::size_t state);
/// Conditions on it go; a blend tree that it steers takes the first number that is left, and without one keeps its
/// first clip.
void removeParameter(animator::AnimatorSetup& setup, std::size_t parameter);

/// Which parameters steer a state's clips: none, one or two. Clips that have no place yet are spread over the
/// parameter's range.
void setBlend(animator::AnimatorSetup& setup, std::size_t state, const std::string& x, const std::string& y);

}  // namespace texeleton::editor
