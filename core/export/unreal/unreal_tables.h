#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/export/unreal/anim_to_texture.h"
#include "core/export/unreal/unreal_texture.h"

namespace texeleton::exporting {

/// A static mesh among an export's files: one a variant, and one with everything.
struct UnrealMeshFiles {
  std::string asset;               ///< "SM_hero".
  std::string variant;             ///< Empty: everything.
  std::vector<std::string> files;  ///< One a level of detail.
  model::Box bindBounds;           ///< Of its vertices in the bind pose, in Unreal's axes and metres.
};

/// The files of an export for the plug-in AnimToTexture.
struct AnimToTextureFiles {
  AnimToTexture layout;
  std::vector<std::string> imageFiles;  ///< One an image of the layout.
  std::vector<UnrealMeshFiles> meshes;
};

/// The description of one export for its script.
struct UnrealExport {
  std::string character;  ///< As the pack is named.
  std::string asset;      ///< As Unreal names it.
  std::string folder;     ///< The folder of its files: "hero/".
  std::string textureFile;
  std::vector<std::string> imageFiles;  ///< One an image of the pack.
  std::vector<UnrealMeshFiles> meshes;
  std::optional<AnimToTextureFiles> animToTexture;
};

/// The description that texeleton/unreal/importer.py reads. `animation` in Unreal's axes and metres.
std::string unrealDescription(const bake::BakedAnimation& animation, const UnrealTexture& texture,
                              const UnrealExport& files);

/// Returns the play rate of a clip in the plug-in, relative to the layout's sample rate, that keeps its duration.
double animToTexturePlayRate(const AnimToTexture& layout, const bake::BakedClip& clip);

/// Rows of DataTables, as JSON that Unreal imports for FTexeletonClipRow, FTexeletonEventRow and FTexeletonSocketRow
/// (resources/engines/unreal/TexeletonRows.h).
std::string unrealClipRows(const bake::BakedAnimation& animation);
std::string unrealEventRows(const bake::BakedAnimation& animation);
std::string unrealSocketRows(const bake::BakedAnimation& animation);
std::string unrealMaskRows(const bake::BakedAnimation& animation);  ///< DT_…_Masks.json, of characters with masks.

}  // namespace texeleton::exporting
