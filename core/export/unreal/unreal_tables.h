#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/export/unreal/anim_to_texture.h"
#include "core/export/unreal/unreal_texture.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// A static mesh of an export: one for each variant, and one with everything.
struct UnrealMeshFiles {
  std::string asset;               ///< "SM_hero".
  std::string variant;             ///< Empty: everything.
  std::vector<std::string> files;  ///< One for each level of detail.
  model::Box bindBounds;           ///< Box of its vertices in the bind pose, in Unreal's axes and metres.
};

/// The files of an export for the plug-in AnimToTexture.
struct AnimToTextureFiles {
  AnimToTexture layout;
  std::vector<std::string> imageFiles;  ///< One for each image of the layout.
  std::vector<UnrealMeshFiles> meshes;
};

/// The data of an export for its script's description.
struct UnrealExport {
  std::string character;  ///< The pack's name.
  std::string asset;      ///< The name in Unreal.
  std::string folder;     ///< The folder of its files: "hero/".
  std::string textureFile;
  std::vector<std::string> imageFiles;  ///< One for each image of the pack.
  std::vector<UnrealMeshFiles> meshes;
  std::optional<AnimToTextureFiles> animToTexture;
};

/// The description that texeleton/unreal/importer.py reads. `animation` is in Unreal's axes and metres.
std::string unrealDescription(const vat::BakedAnimation& animation, const UnrealTexture& texture,
                              const UnrealExport& files);

/// Returns the play rate of a clip in the plug-in, relative to the layout's sample rate, that keeps its duration.
double animToTexturePlayRate(const AnimToTexture& layout, const vat::BakedClip& clip);

/// Rows of DataTables, as JSON that Unreal imports for FTexeletonClipRow, FTexeletonEventRow and FTexeletonSocketRow
/// (resources/engines/unreal/TexeletonRows.h).
std::string unrealClipRows(const vat::BakedAnimation& animation);
std::string unrealEventRows(const vat::BakedAnimation& animation);
std::string unrealSocketRows(const vat::BakedAnimation& animation);
std::string unrealMaskRows(const vat::BakedAnimation& animation);  ///< DT_…_Masks.json; characters with masks only.

}  // namespace texeleton::exporting
