#include "core/bake/tint.h"

#include <algorithm>
#include <string>

#include "core/base/listed_names.h"
#include "core/base/mapped.h"
#include "core/base/name_expression.h"

namespace texeleton::bake {

namespace {

/// In the order of TextureUse, which is that of model::slotsOf().
constexpr const char* kTextureUses[] = {said("base-colour"), said("metallic-roughness"), said("normal"),
                                        said("occlusion"), said("emissive")};

/// The materials chosen by the expressions; all without any. An expression that matches nothing is an Error.
Result<std::vector<bool>> chosenMaterials(const model::Model& model, const TintSettings& settings) {
  std::vector<bool> chosen(model.materials.size(), settings.materials.empty());
  for (const std::string& pattern : settings.materials) {
    const auto expression = NameExpression::compile(pattern);
    TRY(expression);
    bool any = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Result<bool> matches = expression->matches(model.materials[i].name);
      TRY(matches);
      any = any || *matches;
      chosen[i] = chosen[i] || *matches;
    }
    if (!any) {
      const std::vector<std::string> names = mapped(model.materials, &model::Material::name);
      return fail(ErrorCode::InvalidArgument,
                  names.empty() ? message("the tint mask: no material is called \"%1\"; the meshes have none", pattern)
                                : message("the tint mask: no material is called \"%1\"; there are %2", pattern,
                                          listedNames(names)));
    }
  }
  return chosen;
}

/// Parts without a material are chosen if all materials are.
bool isChosen(const model::MeshPart& part, const TintSettings& settings, const std::vector<bool>& chosen) {
  return part.material ? chosen[part.material.value] : settings.materials.empty();
}

void maskByMaterial(const model::Model& model, const TintSettings& settings, const std::vector<bool>& chosen,
                    vat::BakedMesh& mesh) {
  mesh.tint.assign(model.vertexCount(), 0.0f);
  for (const model::MeshPart& part : model.parts) {
    if (isChosen(part, settings, chosen)) {
      std::fill_n(mesh.tint.begin() + part.firstVertex, part.vertexCount, 1.0f);
    }
  }
}

Result<void> maskByVertexColor(const model::Model& model, const TintSettings& settings, const std::vector<bool>& chosen,
                               vat::BakedMesh& mesh) {
  mesh.tint.assign(model.vertexCount(), 0.0f);
  const auto channel = static_cast<glm::length_t>(settings.channel);
  bool any = false;
  for (const model::MeshPart& part : model.parts) {
    if (!part.hasColor || !isChosen(part, settings, chosen)) {
      continue;
    }
    any = true;
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      mesh.tint[v] = std::clamp(mesh.colors[v][channel], 0.0f, 1.0f);
      mesh.colors[v][channel] = 1.0f;
    }
  }
  if (!any) {
    return fail(ErrorCode::InvalidArgument, "the tint mask: no mesh has vertex colours to take it from");
  }
  const auto isWhite = [](const glm::vec4& color) { return color == glm::vec4(1.0f); };
  if (std::all_of(mesh.colors.begin(), mesh.colors.end(), isWhite)) {
    mesh.colors.clear();
  }
  return {};
}

Result<void> maskByTexture(const model::Model& model, const TintSettings& settings, const std::vector<bool>& chosen,
                           vat::BakedTint& tint, JobContext& job) {
  std::vector<std::string> without;
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const model::TextureSlot& slot = *model::slotsOf(model.materials[i])[static_cast<std::size_t>(settings.texture)];
    if (chosen[i] && slot.image) {
      tint.textures.push_back({MaterialIndex(i), slot.image, slot.uvSet, settings.channel});
    } else if (chosen[i]) {
      without.push_back(model.materials[i].name);
    }
  }
  if (tint.textures.empty()) {
    return fail(ErrorCode::InvalidArgument,
                message("the tint mask: no material that it is for has a %1 texture to take it from",
                        message(kTextureUses[static_cast<std::size_t>(settings.texture)])));
  }
  if (!without.empty()) {
    job.inform(message("no %1 texture to take the tint mask from: an instance's colour does not change these materials",
                       message(kTextureUses[static_cast<std::size_t>(settings.texture)])),
               listedNames(without));
  }
  return {};
}

}  // namespace

Result<void> applyTint(const model::Model& model, const TintSettings& settings, vat::BakedAnimation& baked,
                       JobContext& job) {
  if (settings.source == TintSource::None) {
    return {};
  }
  TRY(checkTint(settings));
  const auto chosen = chosenMaterials(model, settings);
  TRY(chosen);
  vat::BakedTint tint;
  Result<void> done;
  switch (settings.source) {
    case TintSource::Material:
      tint.perVertex = true;
      maskByMaterial(model, settings, *chosen, baked.mesh);
      break;
    case TintSource::VertexColor:
      tint.perVertex = true;
      done = maskByVertexColor(model, settings, *chosen, baked.mesh);
      break;
    case TintSource::Texture:
      done = maskByTexture(model, settings, *chosen, tint, job);
      break;
    case TintSource::Palette:
      tint.palette =
          vat::TintPalette{settings.stepU, settings.stepV, settings.entryCount,
                           placesWhere<MaterialIndex>(chosen->size(), [&](std::size_t i) { return (*chosen)[i]; })};
      break;
    case TintSource::None:
      break;
  }
  if (done) {
    baked.tint = std::move(tint);
  }
  return done;
}

}  // namespace texeleton::bake
