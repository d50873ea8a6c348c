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

/// For messages: `mesh "Body"`, or `mesh 3` (its index in the file) if it has no name.
Message shownGltfName(const char* kind, const std::string& name, std::size_t index);

/// Source of a material's UV set: a TEXCOORD of the file and its KHR_texture_transform, which is baked in.
struct GltfUvSource {
  std::uint32_t set = 0;  ///< TEXCOORD_set.
  glm::dvec2 offset{0.0};
  double rotation = 0.0;  ///< Radians.
  glm::dvec2 scale{1.0};

  bool isPlain() const { return offset == glm::dvec2(0.0) && rotation == 0.0 && scale == glm::dvec2(1.0); }
  glm::vec2 apply(const glm::vec2& uv) const;
  friend bool operator==(const GltfUvSource&, const GltfUvSource&) = default;
};

/// The two UV sets that a material's textures use.
using GltfUvPlan = std::array<GltfUvSource, 2>;
inline const GltfUvPlan kPlainUvs = {GltfUvSource{0}, GltfUvSource{1}};

struct GltfMaterials {
  std::vector<model::Material> materials;
  std::vector<model::Image> images;
  std::vector<GltfUvPlan> uvPlans;  ///< One per material.
};

/// Reads materials and textures. Unreadable parts (a missing or exotic image, …) become Issues.
GltfMaterials readGltfMaterials(const GltfContext& context);

/// Reads nodes, skins and instances. Errors: BadFile.
Result<void> readGltfScene(const GltfContext& context, SourceScene& scene);

/// Reads the meshes that `scene.instances` refers to; the others stay empty. Errors: BadFile, Unsupported.
Result<void> readGltfMeshes(const GltfContext& context, const std::vector<GltfUvPlan>& uvPlans, SourceScene& scene);

/// Decompresses a primitive's KHR_draco_mesh_compression into its accessors. Errors: BadFile (broken data; attributes
/// missing or of wrong size), and those of the buffer view.
Result<void> readDraco(const GltfContext& context, const GltfPrimitive& primitive);

/// Reads events and the loop flag from the `extras` of a glTF animation (docs/events.md): `events`, as a list of
/// objects, an object of times by name, or either as a text (Blender's custom properties); `loop`; `fps` for times in
/// frames. Extras with another structure are ignored, with an Issue if they are named events.
void readGltfAnimationExtras(const std::string& extras, const Message& what, SourceClip& clip, JobContext& job);

/// Errors: BadFile.
Result<void> readGltfAnimations(const GltfContext& context, SourceScene& scene);

}  // namespace texeleton::importing
