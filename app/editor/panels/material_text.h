#pragma once

#include <QIcon>
#include <QImage>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

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
std::vector<MaterialUse> materialUses(const Model& model, const MeshInstances& meshes);

/// The materials that a mesh shows, ascending.
std::vector<std::size_t> materialsOf(const MeshInstance& mesh, const Model& model);

/// "base colour, normal"; "none".
QString mapsText(const Material& material);
/// "opaque", "cut out below 50 % opacity", "blended".
QString alphaText(const Material& material);
/// "both", "front only".
QString sidesText(const Material& material);
/// "#e3b04b", "#e3b04b, 40 % opaque": the base colour, which multiplies its texture.
QString colorText(const Material& material);
/// What importing found about it, as a texture that is missing, in the user's language.
QStringList issuesOf(const Material& material, const Model& model);

/// A small picture of the material's base colour texture, as it is before the colour multiplies it; null: it has none,
/// or one that cannot be read. May take long.
QImage thumbnailOf(const Material& material, const Model& model);
/// The base colour, or the thumbnail multiplied by it.
QIcon swatch(const Material& material, const QImage& thumbnail = {});

}  // namespace texeleton::editor
