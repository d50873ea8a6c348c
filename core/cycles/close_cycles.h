#pragma once

#include <optional>
#include <span>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::cycles {

/// Whether a clip of a bake loops with one added frame interval: its range extends beyond the end of its source clip.
bool closesCycle(const model::Model& model, const vat::BakedClip& clip);

/// The time of the source clip whose pose is compared with the first for the loop gap: the end of the range. If the
/// range closes a cycle and the added frame jumps (see cycleLeadsOn), it is that of the last pose before that frame.
double loopEndSeconds(const model::Model& model, const vat::BakedClip& clip);

/// Checks that the clips that close cycles are compatible: a source clip has one transition from its last pose to its
/// first. Errors: InvalidArgument (two clips close the same source clip from different starts, or with other root
/// motion).
Result<void> checkClosedCycles(const model::Model& model, std::span<const vat::BakedClip> clips);

/// The model with the clips of closed cycles extended by keys from their last pose to their first; nothing if there are
/// none. Travel along the ground of an extracted root continues. Clips must have passed checkClosedCycles.
std::optional<model::Model> withClosedCycles(const model::Model& model, std::span<const vat::BakedClip> clips);

}  // namespace texeleton::cycles
