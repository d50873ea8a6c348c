#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace texeleton::importing {

/// Whether a file's suffix is that of a scene that only Blender opens: .blend, .abc, .usd, .usda, .usdc, .usdz.
bool isBlenderScene(const std::filesystem::path& file);

/// All Blender installations of this machine, that of findBlender() first; links to the same one count once.
std::vector<std::filesystem::path> findBlenders();

/// The user's Blender: $TEXELETON_BLENDER, else `blender` in the PATH, else in the usual places of blender.org's
/// archives, Steam, Flatpak and snap. Errors: NotFound, which says what to do.
Result<std::filesystem::path> findBlender();

/// A file of resources/blender, embedded in the programs.
struct PackageFile {
  std::string path;  ///< "texeleton/headless.py".
  std::string content;
};

/// All files of the package for Blender, sorted by path.
std::vector<PackageFile> blenderPackage();

}  // namespace texeleton::importing
