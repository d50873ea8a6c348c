#pragma once

#include <optional>
#include <vector>

#include "core/base/job_context.h"
#include "core/import/fbx/fbx_scene.h"
#include "core/import/source_scene.h"

namespace texeleton::importing::fbx {

/// The scale of a model at rest and in all takes.
struct ScaleUse {
  bool isOne = true;
  bool isUniform = true;
};

/// By model.
std::vector<ScaleUse> findScales(const Scene& scene);

/// The nodes that the models became. An FBX node is exactly one T·R·S, pivots included. Only where a child does not
/// take over the scale of its parent as a matrix (InheritType 2, Maya's segment scale compensation, and InheritType 0,
/// axis by axis) and the parent is scaled does the parent become two nodes: "name (unscaled)", under which such
/// children hang, and under it "name" with the scale. Such a child then has the parent's scale in its own translation
/// and, with InheritType 0, in its own scale.
struct NodeMap {
  std::vector<std::size_t> node;                     ///< By model: the node that is the model.
  std::vector<std::optional<std::size_t>> unscaled;  ///< By model: the helper above it.
  /// By model: the first ancestor whose scale multiplies its own scale, and its translation; the others follow by
  /// scaledBy of that ancestor, and so on.
  std::vector<std::optional<std::size_t>> scaledBy, movedBy;

  /// Calls `visit(model)` for an entry of scaledBy or movedBy and all that follow.
  template <class Visit>
  void forScales(std::optional<std::size_t> first, const Visit& visit) const {
    for (; first; first = scaledBy[*first]) {
      visit(*first);
    }
  }
};

/// T·R·S of a model for these values of its properties (degrees).
transform::Transform localTransform(const Pivots& pivots, const glm::dvec3& translation, const glm::dvec3& rotation,
                                    const glm::dvec3& scale);

/// Adds the nodes of the file to `out`.
NodeMap addNodes(const Scene& scene, const std::vector<ScaleUse>& scales, SourceScene& out);

/// Marks the nodes of `out` that the file hides: by Visibility, of their own or inherited, or by a display layer that
/// is off. A curve of Visibility that never changes stands for the property; one that does becomes an Issue, and the
/// node is shown.
void markHidden(const Scene& scene, const NodeMap& map, SourceScene& out, JobContext& job);

/// A mesh with morph targets at a node: how its weights follow from the channels of its geometry.
struct MorphUse {
  std::size_t mesh = 0;  ///< Into SourceScene::meshes.
  std::size_t node = 0;
  std::int64_t geometry = 0;
  /// By target: channel of the geometry, and shape in the channel.
  std::vector<std::pair<std::size_t, std::size_t>> targets;
};

/// The weights of the shapes of a channel at a percentage: between two full weights both share.
std::vector<double> shapeWeights(const BlendChannel& channel, double percent);

/// Adds a clip for every animation stack that moves something. Errors: BadFile (values that are not finite).
std::optional<Error> addClips(const Scene& scene, const NodeMap& map, const std::vector<MorphUse>& morphs,
                              SourceScene& out, JobContext& job);

}  // namespace texeleton::importing::fbx
