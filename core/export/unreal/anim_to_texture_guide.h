#pragma once

#include <string>

#include "core/bake/baked_animation.h"
#include "core/export/unreal/unreal_tables.h"

namespace texeleton::exporting {

/// The section of an export's README about the plug-in AnimToTexture, with this character's numbers; `content` is the
/// folder of the project's content. `files` has a layout for the plug-in.
std::string animToTextureGuide(const bake::BakedAnimation& animation, const UnrealExport& files,
                               const std::string& content);

}  // namespace texeleton::exporting
