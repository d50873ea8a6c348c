#pragma once

#include <nlohmann/json.hpp>

#include "core/base/json_reader.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pack {

// Internal to core/pack: the keys "meshes", "variants" and "tint" of the manifest, all optional.

/// Longer lists are omitted, to keep manifests small; variants need few ranges.
inline constexpr std::size_t kMaxListedRanges = 16384;

/// Whether the meshes' ranges are few enough to be listed.
bool canListMeshes(const vat::BakedAnimation& animation);

/// Adds the keys that have values.
void putSurface(nlohmann::ordered_json& json, const vat::BakedAnimation& animation);

/// Reads them; `animation` already has its levels.
void readSurface(const JsonCursor& json, vat::BakedAnimation& animation);

}  // namespace texeleton::pack
