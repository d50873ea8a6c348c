#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace texeleton::importing {

/// Whether a file's suffix is that of a scene that only Blender opens: .blend, .abc, .usd, .usda, .usdc, .usdz.
bool isBlenderScene(const std::filesystem::path& file);

/// All Blenders of this machine, the one that findBlender() returns first; each once, also where links lead to it.
std::vector<std::filesystem::path> findBlenders();

/// The user's Blender: what $TEXELETON_BLENDER names, else `blender` in the PATH, else where archives of blender.org,
/// Steam, Flatpak and snap put it. Errors: NotFound, which says what to do.
Result<std::filesystem::path> findBlender();

/// A file of resources/blender, embedded in the programs.
struct PackageFile {
  std::string path;  ///< "texeleton/headless.py".
  std::string content;
};

/// All files of the package for Blender, sorted by path.
std::vector<PackageFile> blenderPackage();

}  // namespace texeleton::importing
