#pragma once

#include <string>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/export/unreal/unreal_texture.h"

namespace texeleton {

/// A static mesh among an export's files: one a variant, and one with everything.
struct UnrealMeshFiles {
  std::string asset;               ///< "SM_hero".
  std::string variant;             ///< Empty: everything.
  std::vector<std::string> files;  ///< One a level of detail.
  Box bindBounds;                  ///< Of its vertices in the bind pose, in Unreal's axes and metres.
};

/// What describes one export to its script.
struct UnrealExport {
  std::string character;  ///< As the pack is named.
  std::string asset;      ///< As Unreal names it.
  std::string folder;     ///< Where its files lie: "hero/".
  std::string textureFile;
  std::vector<std::string> imageFiles;  ///< One an image of the pack.
  std::vector<UnrealMeshFiles> meshes;
};

/// The description that texeleton/unreal/importer.py reads. `animation` in Unreal's axes and metres.
std::string unrealDescription(const BakedAnimation& animation, const UnrealTexture& texture, const UnrealExport& files);

/// Rows of DataTables, as JSON that Unreal imports for FTexeletonClipRow, FTexeletonEventRow and FTexeletonSocketRow
/// (resources/engines/unreal/TexeletonRows.h).
std::string unrealClipRows(const BakedAnimation& animation);
std::string unrealEventRows(const BakedAnimation& animation);
std::string unrealSocketRows(const BakedAnimation& animation);

}  // namespace texeleton
