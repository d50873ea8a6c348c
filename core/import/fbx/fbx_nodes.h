#pragma once

#include <optional>
#include <vector>

#include "core/base/job_context.h"
#include "core/import/fbx/fbx_scene.h"
#include "core/import/source_scene.h"

namespace texeleton::importing::fbx {

/// Whether a model's scale is 1 or uniform, at rest and in all takes.
struct ScaleUse {
  bool isOne = true;
  bool isUniform = true;
};

/// One entry per model.
std::vector<ScaleUse> findScales(const Scene& scene);

/// Maps models to nodes. An FBX node is exactly one T·R·S, pivots included, so that a model becomes one node. It
/// becomes two where it is scaled and a child does not inherit its scale as a matrix (InheritType 2, Maya's segment
/// scale compensation; InheritType 0, axis by axis): "name (unscaled)", the parent of such children, and its child
/// "name" with the scale. Such a child has the parent's scale in its own translation and, with InheritType 0, in its
/// own scale.
struct NodeMap {
  std::vector<std::size_t> node;                     ///< By model: its node.
  std::vector<std::optional<std::size_t>> unscaled;  ///< By model: the helper above it.
  /// By model: the nearest ancestor whose scale multiplies the model's scale, or its translation. Follow scaledBy from
  /// there for the other ancestors.
  std::vector<std::optional<std::size_t>> scaledBy, movedBy;

  /// Calls `visit(model)` for an entry of scaledBy or movedBy and for all that follow it.
  template <class Visit>
  void forScales(std::optional<std::size_t> first, const Visit& visit) const {
    for (; first; first = scaledBy[*first]) {
      visit(*first);
    }
  }
};

/// T·R·S of a model whose properties have these values (degrees).
transform::Transform localTransform(const Pivots& pivots, const glm::dvec3& translation, const glm::dvec3& rotation,
                                    const glm::dvec3& scale);

NodeMap addNodes(const Scene& scene, const std::vector<ScaleUse>& scales, SourceScene& out);

/// Marks the nodes of `out` that the file hides: by their own or an inherited Visibility, or by a display layer that is
/// off. Animated visibility is an Issue and the node is shown; a curve that never changes counts as the property.
void markHidden(const Scene& scene, const NodeMap& map, SourceScene& out, JobContext& job);

/// A mesh with morph targets at a node, and the source of its weights.
struct MorphUse {
  std::size_t mesh = 0;  ///< Index into SourceScene::meshes.
  std::size_t node = 0;
  std::int64_t geometry = 0;
  /// By target: channel of the geometry and shape of the channel.
  std::vector<std::pair<std::size_t, std::size_t>> targets;
};

/// The weights of a channel's shapes at a percentage. Between two full weights both shapes share.
std::vector<double> shapeWeights(const BlendChannel& channel, double percent);

/// Adds a clip for every animation stack that moves something. Errors: BadFile (values that are not finite).
Result<void> addClips(const Scene& scene, const NodeMap& map, const std::vector<MorphUse>& morphs, SourceScene& out,
                      JobContext& job);

}  // namespace texeleton::importing::fbx
