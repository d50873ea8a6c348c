#pragma once

#include "core/model/model.h"

namespace texeleton::viewport {

/// Creates the character of the GPU benchmark, so that figures can be compared between machines: 1,000 vertices, 30
/// bones, up to four influences a vertex, four looping clips (Idle, Walk, Run, Cheer) with a track for every bone. It
/// is a figure 1.75 m tall, made of tubes around its bones; always the same.
model::Model makeReferenceCharacter();

}  // namespace texeleton::viewport
