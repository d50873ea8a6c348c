#pragma once

#include <optional>
#include <string>

#include "core/vat/baked_animation.h"

namespace texeleton::pack {

/// The rules of FORMAT.md that layout, bones, clips, events, sockets and bounds must keep. Writing refuses what breaks
/// them, reading too. Returns the first violation, naming the place as in the manifest.
std::optional<Message> checkAnimation(const vat::BakedAnimation& animation);

/// The rules for the mesh, given a checked animation: array lengths, finite numbers, every index in range. Returns the
/// first violation, naming the place as in the glTF file.
std::optional<Message> checkMesh(const vat::BakedAnimation& animation);

}  // namespace texeleton::pack
