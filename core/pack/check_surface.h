#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/vat/baked_animation.h"

namespace texeleton::pack {

// Internal to core/pack: the rules for meshes, variants and tint mask (FORMAT.md). Each returns the first violation,
// naming the place as in the manifest.

/// `format` with the place "list[i]" as its %1.
Message placeInList(const char* list, std::size_t i, const char* format);

/// The checks that do not need the mesh; the number of levels is known.
std::optional<Message> checkSurface(const vat::BakedAnimation& animation);

/// The checks that need the mesh.
std::optional<Message> checkSurfaceOfMesh(const vat::BakedAnimation& animation);

}  // namespace texeleton::pack
