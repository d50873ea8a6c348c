#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace texeleton::importing {

/// Whether a file's suffix is that of a scene that only Blender opens: .blend, .abc, .usd, .usda, .usdc, .usdz.
bool isBlenderScene(const std::filesystem::path& file);

/// Finds the user's Blender: $TEXELETON_BLENDER, else `blender` in the PATH, else where blender.org's archives, Steam,
/// Flatpak and snap put it. Errors: NotFound, with what to do.
Result<std::filesystem::path> findBlender();

}  // namespace texeleton::importing
