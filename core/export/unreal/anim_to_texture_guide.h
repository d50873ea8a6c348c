#pragma once

#include <string>

#include "core/export/unreal/unreal_tables.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// The section of an export's README about the plug-in AnimToTexture, with this character's numbers; `content` is the
/// folder of the project's content. `files` has a layout for the plug-in.
std::string animToTextureGuide(const vat::BakedAnimation& animation, const UnrealExport& files,
                               const std::string& content);

}  // namespace texeleton::exporting
