#include "tests/support/test_models.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

namespace texeleton::test {

namespace fs = std::filesystem;

fs::path sourceFolder() { return TEXELETON_SOURCE_DIR; }

fs::path binFolder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

std::optional<fs::path> sharedModels() {
  const char* variable = std::getenv("TEXELETON_MODELS");
  const fs::path folder = variable != nullptr ? fs::path(variable) : sourceFolder() / ".." / "shared" / "models";
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return std::nullopt;
  }
  return fs::canonical(folder, error);
}

bool modelsAreRequired() {
  const char* variable = std::getenv("TEXELETON_REQUIRE_MODELS");
  return variable != nullptr && std::string_view(variable) == "1";
}

namespace {

bool isModelFile(const fs::path& file) {
  static const std::set<std::string> kEndings = {".fbx", ".glb", ".gltf", ".dae", ".md5mesh", ".bvh", ".x", ".iqm"};
  return kEndings.count(file.extension().string()) != 0;
}

}  // namespace

std::vector<fs::path> sharedModelFiles() {
  std::vector<fs::path> files;
  if (const auto folder = sharedModels()) {
    for (const auto& entry : fs::recursive_directory_iterator(*folder)) {
      const std::string folderName = entry.path().lexically_relative(*folder).begin()->string();
      if (entry.is_regular_file() && isModelFile(entry.path()) && folderName != "hostile" && folderName != "reports") {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> hostileModelFiles() {
  std::vector<fs::path> files;
  if (const auto folder = sharedModels()) {
    for (const auto& entry : fs::directory_iterator(*folder / "hostile")) {
      if (entry.is_regular_file() && isModelFile(entry.path())) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace texeleton::test
