#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace texeleton::test {

/// The folder of the shared test models: $TEXELETON_MODELS, else ../shared/models beside the source tree; nothing when
/// absent. Tests that need it say so plainly and pass without it.
std::optional<std::filesystem::path> sharedModels();

/// The model files of the shared folder that must import and bake (not those in hostile/), sorted.
std::vector<std::filesystem::path> sharedModelFiles();

/// The files in the shared folder's hostile/, sorted (without .md5anim, which are read through their mesh).
std::vector<std::filesystem::path> hostileModelFiles();

/// The source tree, for bundled samples.
std::filesystem::path sourceFolder();

/// The folder of the programs under test (build/…/bin).
std::filesystem::path binFolder();

}  // namespace texeleton::test
