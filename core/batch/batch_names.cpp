#include "core/batch/batch_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <system_error>

#include "core/base/lower_case.h"
#include "core/pipeline/load_model.h"

namespace texeleton::batch {

namespace fs = std::filesystem;

namespace {

/// Whether the name marks a motion of another of the files: `hero@walk.fbx` of `hero.fbx`.
bool isMotionOfAnother(const fs::path& file, const std::vector<fs::path>& files) {
  const std::string stem = file.stem().string();
  const std::size_t at = stem.find('@');
  return at != std::string::npos && std::ranges::any_of(files, [&](const fs::path& other) {
           return other.parent_path() == file.parent_path() && other.stem() == stem.substr(0, at);
         });
}

}  // namespace

bool isRecipeFile(const fs::path& path) { return lowerCase(path.extension().string()) == ".texeleton"; }

Result<std::vector<fs::path>> expandPatterns(const std::vector<std::string>& patterns) {
  std::vector<fs::path> files;
  std::set<fs::path> known;
  for (const std::string& pattern : patterns) {
    const auto matching = pipeline::filesMatching(pattern);
    TRY(matching);
    for (const fs::path& file : *matching) {
      if (matching->size() > 1 && isMotionOfAnother(file, *matching)) {
        continue;
      }
      std::error_code error;
      const fs::path absolute = fs::absolute(file, error).lexically_normal();
      if (known.insert(error ? file : absolute).second) {
        files.push_back(file);
      }
    }
  }
  return files;
}

Result<std::vector<NamedBake>> namePacks(const std::vector<fs::path>& inputs, const fs::path& folder) {
  std::vector<NamedBake> bakes;
  std::map<std::string, fs::path> taken;
  for (const fs::path& input : inputs) {
    const fs::path place = folder.empty() ? input.parent_path() : folder;
    fs::path output = (place / input.stem()) += ".texpack";
    std::error_code error;
    const fs::path absolute = fs::absolute(output, error).lexically_normal();
    const auto [other, isNew] = taken.emplace(lowerCase((error ? output : absolute).string()), input);
    if (!isNew) {
      return fail(ErrorCode::InvalidArgument,
                  message("would become the same pack as %1 (%2): rename one of them, or bake them into different "
                          "folders; nothing was baked",
                          other->second.string(), output.string()),
                  input.string());
    }
    bakes.push_back({input, std::move(output)});
  }
  return bakes;
}

}  // namespace texeleton::batch
