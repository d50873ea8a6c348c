#pragma once

#include <QIcon>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "core/base/job_context.h"
#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"

namespace texeleton::editor {

// What a material is, in words and as a swatch.

/// What shows a material.
struct MaterialUse {
  std::vector<std::size_t> meshes;  ///< Into MeshInstances::instances, ascending.
  std::uint64_t triangles = 0;
};

/// Of each material of the model.
std::vector<MaterialUse> materialUses(const model::Model& model, const meshes::MeshInstances& meshes);

/// The materials that a mesh shows, ascending.
std::vector<std::size_t> materialsOf(const meshes::MeshInstance& mesh, const model::Model& model);

/// "base colour, normal"; "none".
QString mapsText(const model::Material& material);
/// "opaque", "cut out below 50 % opacity", "blended".
QString alphaText(const model::Material& material);
/// "both", "front only".
QString sidesText(const model::Material& material);
/// "#e3b04b", "#e3b04b, 40 % opaque": the base colour, which multiplies its texture.
QString colorText(const model::Material& material);
/// What importing found about it, as a texture that is missing, in the user's language.
QStringList issuesOf(const model::Material& material, const model::Model& model);

/// The mean colour of what a material shows of its base colour texture, linear, before the base colour multiplies it;
/// nothing: it has none, or one that cannot be read. May take long.
std::optional<glm::dvec3> textureColorOf(std::size_t material, const model::Model& model, const JobContext& job);
/// The base colour, times the mean of the texture.
QIcon swatch(const model::Material& material, const std::optional<glm::dvec3>& texture = std::nullopt);

}  // namespace texeleton::editor
