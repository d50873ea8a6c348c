#pragma once

#include <optional>
#include <span>

#include "core/bake/baked_animation.h"
#include "core/model/model.h"

namespace texeleton {

/// Whether a clip of a bake loops by one more frame's time: its range reaches beyond the end of its source clip.
bool closesCycle(const Model& model, const BakedClip& clip);

/// The model with the ways that such clips go from their last pose to their first as keys of its clips, which become so
/// much longer; nothing where no clip does. What travels along the ground with the root that a clip goes without
/// travels on. A source clip is closed once, for the first of `clips` that asks for it.
std::optional<Model> withClosedCycles(const Model& model, std::span<const BakedClip> clips);

}  // namespace texeleton
