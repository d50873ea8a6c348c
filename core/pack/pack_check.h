#pragma once

#include <optional>
#include <string>

#include "core/vat/baked_animation.h"

namespace texeleton::pack {

/// Checks FORMAT.md's rules for layout, bones, clips, events, sockets and bounds, on writing and on reading. Returns
/// the first violation, naming the place as in the manifest.
std::optional<Message> checkAnimation(const vat::BakedAnimation& animation);

/// Checks the rules for the mesh, given a checked animation: array lengths, finite numbers, every index in range.
/// Returns the first violation, naming the place as in the glTF file.
std::optional<Message> checkMesh(const vat::BakedAnimation& animation);

}  // namespace texeleton::pack
