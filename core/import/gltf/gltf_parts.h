#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/gltf/gltf_accessors.h"
#include "core/import/gltf/gltf_document.h"
#include "core/import/parsers.h"
#include "core/import/source_scene.h"

namespace texeleton::importing {

/// Shared by the parts of the glTF reader.
struct GltfContext {
  const GltfDocument& document;
  GltfBuffers& buffers;
  GltfAccessors& accessors;
  ModelFiles& files;
  JobContext& job;
};

/// For messages: `mesh "Body"`, or `mesh 3` (counted from 0, as in the file) when it has no name.
Message shownGltfName(const char* kind, const std::string& name, std::size_t index);

/// The source of a UV set of a material: a TEXCOORD of the file and KHR_texture_transform, which is baked in.
struct GltfUvSource {
  std::uint32_t set = 0;  ///< TEXCOORD_set.
  glm::dvec2 offset{0.0};
  double rotation = 0.0;  ///< Radians.
  glm::dvec2 scale{1.0};

  bool isPlain() const { return offset == glm::dvec2(0.0) && rotation == 0.0 && scale == glm::dvec2(1.0); }
  glm::vec2 apply(const glm::vec2& uv) const;
  friend bool operator==(const GltfUvSource&, const GltfUvSource&) = default;
};

/// The two UV sets that a material's textures look at.
using GltfUvPlan = std::array<GltfUvSource, 2>;
inline const GltfUvPlan kPlainUvs = {GltfUvSource{0}, GltfUvSource{1}};

struct GltfMaterials {
  std::vector<model::Material> materials;
  std::vector<model::Image> images;
  std::vector<GltfUvPlan> uvPlans;  ///< One per material.
};

/// Materials with their textures. What cannot be read (a missing or exotic image, …) becomes an Issue.
GltfMaterials readGltfMaterials(const GltfContext& context);

/// Node tree, skins and instances. Errors: BadFile.
Result<void> readGltfScene(const GltfContext& context, SourceScene& scene);

/// The meshes that `scene.instances` names; the others stay empty. Errors: BadFile, Unsupported.
Result<void> readGltfMeshes(const GltfContext& context, const std::vector<GltfUvPlan>& uvPlans, SourceScene& scene);

/// Decompresses a primitive's KHR_draco_mesh_compression; from then on its accessors hold what was decompressed.
/// Errors: BadFile (broken data; attributes that are not there or do not fit), and those of the buffer view.
Result<void> readDraco(const GltfContext& context, const GltfPrimitive& primitive);

/// Errors: BadFile.
Result<void> readGltfAnimations(const GltfContext& context, SourceScene& scene);

}  // namespace texeleton::importing
