#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/export/unreal/fbx_write.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// Name of the slot of a material. Unreal interprets names that end in "_skin01", so exports use their own.
std::string unrealSlot(std::uint32_t material);

/// Level `lod` of the mesh for FBX; `animation` is in Unreal's axes and metres. Contains only `ranges` of that level
/// (BakedRange::lod is ignored), or everything if empty. Parts are in the order of the level's primitives.
/// Its texture coordinates, at most 8 (the tint mask is 1 if the pack has none):
/// - both modes: 0 and 1 are the character's own; a lightmap would use 1.
/// - bone mode: 2 and 3 are the four bones, 4 and 5 three weights (the fourth is the remainder to 1) and the tint mask.
/// - vertex mode: 2 is the element and the tint mask.
FbxMesh unrealMesh(const vat::BakedAnimation& animation, std::uint32_t lod, std::span<const vat::BakedRange> ranges,
                   const std::string& name);

/// The same for materials of the plug-in AnimToTexture: texture coordinates 0 are the character's own, 1 are `uvs`, one
/// for each vertex of the pack, from the top; there are no others.
FbxMesh animToTextureMesh(const vat::BakedAnimation& animation, std::uint32_t lod,
                          std::span<const vat::BakedRange> ranges, const std::string& name,
                          const std::vector<glm::vec2>& uvs);

}  // namespace texeleton::exporting
