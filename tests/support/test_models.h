#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace texeleton::test {

/// The folder of the shared test models: $TEXELETON_MODELS, else ../shared/models next to the source tree; nothing if
/// absent. Tests that need it are skipped without it (TEXELETON_SKIP).
std::optional<std::filesystem::path> sharedModels();

/// Whether the absence of the shared models is a failure: TEXELETON_REQUIRE_MODELS=1.
bool modelsAreRequired();

/// In a test that cannot run without the shared models (or anything else that `text` names): skips it, or fails it with
/// TEXELETON_REQUIRE_MODELS=1.
#define TEXELETON_SKIP(text)                               \
  do {                                                     \
    QVERIFY2(!texeleton::test::modelsAreRequired(), text); \
    QSKIP(text);                                           \
  } while (false)

/// The model files of the shared folder that must import and bake, sorted; without hostile/, and without reports/,
/// which has files with known faults.
std::vector<std::filesystem::path> sharedModelFiles();

/// The files in the shared folder's hostile/, sorted (without .md5anim, which are read through their mesh).
std::vector<std::filesystem::path> hostileModelFiles();

/// The source tree, for bundled samples.
std::filesystem::path sourceFolder();

/// The folder of the programs under test (build/…/bin).
std::filesystem::path binFolder();

}  // namespace texeleton::test
