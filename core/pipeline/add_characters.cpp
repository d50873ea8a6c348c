#include "core/pipeline/add_characters.h"

#include <string>
#include <utility>

#include "core/base/remedy.h"
#include "core/pipeline/share_animation.h"

namespace texeleton::pipeline {

namespace fs = std::filesystem;

Result<ModelWithCharacters> addCharacters(const ModelRequest& request, std::shared_ptr<const model::Model> model,
                                          const std::vector<fs::path>& characters, JobContext& job,
                                          std::vector<ModelReference>* references,
                                          const std::map<fs::path, double>& scales) {
  std::vector<fs::path> files = {request.model};
  std::vector<SharingCharacter> sharing = {{files[0].stem().string(), std::move(model), false}};
  for (const fs::path& file : characters) {
    std::vector<importing::ImportReference> found;
    importing::ImportRequest import = request.import;
    if (const auto scale = scales.find(file); scale != scales.end()) {
      import.options.scale = scale->second;
    }
    auto further = importing::importModel(file, import, job, references != nullptr ? &found : nullptr);
    TRY(further);
    if (references != nullptr) {
      const auto number = static_cast<std::uint32_t>(request.motions.size() + files.size());
      for (importing::ImportReference& reference : found) {
        references->push_back({number, std::move(reference)});
      }
    }
    files.push_back(file);
    sharing.push_back({file.stem().string(), std::move(*further), scales.count(file) != 0});
    for (std::size_t i = 0; i + 1 < sharing.size(); ++i) {
      if (sharing[i].name == sharing.back().name) {
        return fail(ErrorCode::InvalidArgument,
                    message("is called as %1: variants need different names", files[i].string()), file.string());
      }
    }
  }
  auto shared = shareAnimation(sharing, job);
  for (std::size_t i = 1; i < sharing.size(); ++i) {
    for (const Issue& issue : sharing[i].model->issues) {
      job.addIssue(issue);
    }
  }
  if (!shared) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      shared.error().file = shared.error().file == sharing[i].name ? files[i].string() : shared.error().file;
    }
    return fail(std::move(shared.error()));
  }
  ModelWithCharacters result;
  result.model = std::make_shared<const model::Model>(std::move(shared->model));
  for (std::size_t i = 0; i < sharing.size(); ++i) {
    result.variants.push_back({sharing[i].name, {}, std::move(shared->meshNodes[i])});
  }
  return result;
}

Result<void> addVariants(const std::vector<meshes::VariantChoice>& variants, bake::BakeSettings& settings) {
  if (!variants.empty() && settings.mode == vat::BakeMode::Vertex) {
    return fail(ErrorCode::InvalidArgument, message("says vertex mode, in which characters cannot share an animation",
                                                    Remedy{RemedyKind::BoneMode}));
  }
  settings.meshes.variants.insert(settings.meshes.variants.end(), variants.begin(), variants.end());
  return {};
}

}  // namespace texeleton::pipeline
