#include "core/pipeline/input_files.h"

namespace texeleton {

namespace fs = std::filesystem;

std::vector<fs::path> inputFilesOf(const ModelRequest& request, std::span<const fs::path> characters,
                                   std::span<const ModelReference> references) {
  std::vector<fs::path> files = {request.model};
  files.insert(files.end(), request.motions.begin(), request.motions.end());
  files.insert(files.end(), characters.begin(), characters.end());
  const std::size_t modelCount = files.size();
  for (std::size_t i = 0; i < modelCount; ++i) {
    if (fs::path meta = unityMetaOf(files[i], request.import); !meta.empty()) {
      files.push_back(std::move(meta));
    }
  }
  for (const ModelReference& reference : references) {
    if (reference.file < modelCount) {
      files.push_back(files[reference.file].parent_path() / reference.reference.path);
    }
  }
  return files;
}

}  // namespace texeleton
