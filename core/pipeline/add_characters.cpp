#include "core/pipeline/add_characters.h"

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "core/base/remedy.h"

#include "core/pipeline/share_animation.h"

namespace texeleton::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr double kRoundedUnit = 0.005;  // A remedy's number has three digits.

/// Issues of attempts that another unit replaces are dropped.
Result<SharedCharacters> shareQuietly(const std::vector<SharingCharacter>& characters, JobContext& job) {
  JobContext attempt;
  auto shared = shareAnimation(characters, attempt);
  if (shared) {
    for (Issue& issue : attempt.takeIssues()) {
      job.addIssue(std::move(issue));
    }
  }
  return shared;
}

/// Metres of a usual unit with which the bones of a character are those of the first; nothing if there is none.
std::optional<double> unitThatFits(const Error& error, const std::string& character) {
  for (const Remedy& remedy : error.message.remedies()) {
    if (remedy.kind == RemedyKind::CharacterUnit && remedy.subject == character && error.file == character) {
      for (const double unit : {1.0, 0.01, 0.001, 0.0254, 0.3048, 0.9144}) {
        if (std::abs(remedy.number / unit - 1.0) < kRoundedUnit) {
          return unit;
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Result<ModelWithCharacters> addCharacters(const ModelRequest& request, std::shared_ptr<const model::Model> model,
                                          const std::vector<fs::path>& characters, JobContext& job,
                                          std::vector<ModelReference>* references,
                                          const std::map<fs::path, double>& scales) {
  std::vector<fs::path> files = {request.model};
  std::vector<SharingCharacter> sharing = {{files[0].stem().string(), std::move(model)}};
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
    sharing.push_back({file.stem().string(), std::move(*further)});
    for (std::size_t i = 0; i + 1 < sharing.size(); ++i) {
      if (sharing[i].name == sharing.back().name) {
        return fail(ErrorCode::InvalidArgument,
                    message("is called as %1: variants need different names", files[i].string()), file.string());
      }
    }
  }
  auto shared = shareQuietly(sharing, job);
  for (std::size_t i = 1; i < sharing.size() && !shared; ++i) {
    const auto unit = unitThatFits(shared.error(), sharing[i].name);
    if (!unit || scales.count(files[i]) != 0) {
      continue;
    }
    importing::ImportRequest import = request.import;
    import.options.scale = *unit;
    auto again = importing::importModel(files[i], import, job);
    TRY(again);
    sharing[i].model = std::move(*again);
    char metres[32];
    std::snprintf(metres, sizeof metres, "%.4g", *unit);
    job.inform(message("One unit of this file is taken as %1 m, with which its bones are those of the first character.",
                       metres),
               sharing[i].name);
    shared = shareQuietly(sharing, job);
  }
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
