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

// Descriptions of materials, as text and as a swatch.

/// The meshes that use a material.
struct MaterialUse {
  std::vector<std::size_t> meshes;  ///< Indices into MeshInstances::instances, ascending.
  std::uint64_t triangles = 0;
};

/// For each material of the model.
std::vector<MaterialUse> materialUses(const model::Model& model, const meshes::MeshInstances& meshes);

/// The vertices and triangles of a mesh.
struct MeshSize {
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
};
MeshSize sizeOf(const meshes::MeshInstance& mesh, const model::Model& model);

/// The materials of a mesh, ascending.
std::vector<std::size_t> materialsOf(const meshes::MeshInstance& mesh, const model::Model& model);

/// "base colour, normal"; "none".
QString mapsText(const model::Material& material);
/// "opaque", "cut out below 50 % opacity", "blended".
QString alphaText(const model::Material& material);
/// "both", "front only".
QString sidesText(const model::Material& material);
/// "#e3b04b", "#e3b04b, 40 % opaque": the base colour, which multiplies its texture.
QString colorText(const model::Material& material);
/// Issues of importing about the material, for example a missing texture, in the user's language.
QStringList issuesOf(const model::Material& material, const model::Model& model);

/// The average linear colour of the used part of a material's base colour texture, before multiplication by the base
/// colour; nothing if there is no readable texture. May take long.
std::optional<glm::dvec3> textureColorOf(std::size_t material, const model::Model& model, const JobContext& job);
/// The base colour times the texture's average.
QIcon swatch(const model::Material& material, const std::optional<glm::dvec3>& texture = std::nullopt);

}  // namespace texeleton::editor
