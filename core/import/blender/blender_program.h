#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace texeleton::importing {

/// Whether a file is a scene that only Blender opens, by its ending: .blend, .abc, .usd, .usda, .usdc, .usdz.
bool isBlenderScene(const std::filesystem::path& file);

/// The user's Blender: what $TEXELETON_BLENDER names, else `blender` in the PATH, else where archives of blender.org,
/// Steam, Flatpak and snap put it. Errors: NotFound, which says what to do.
Result<std::filesystem::path> findBlender();

}  // namespace texeleton::importing
