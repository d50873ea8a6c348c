#pragma once

#include "core/model/model.h"

namespace texeleton::viewport {

/// The character that GPU figures are taken with, so that they can be compared between machines: 1,000 vertices, 30
/// bones, up to four influences a vertex, four looping clips (Idle, Walk, Run, Cheer) with a track for every bone. A
/// figure 1.75 m tall of tubes around its bones, made by rule; always the same.
model::Model makeReferenceCharacter();

}  // namespace texeleton::viewport
