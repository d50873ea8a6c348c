#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/animation/local_pose.h"
#include "core/model/model.h"
#include "core/transform/hierarchy.h"

namespace texeleton::animation {

/// Evaluates the source in float64: the reference for measured errors, and the basis of decisions on loops, sockets and
/// cuts. Caches its position in each timeline, so that consecutive times are cheap, and computes only what the clip
/// moves. Not thread-safe: make one per thread.
class SourcePose {
 public:
  /// `clip` invalid: the rest pose. The model must outlive this and pass checkModel. Holds the rest pose until the
  /// first evaluate().
  SourcePose(const model::Model& model, ClipIndex clip);

  /// Evaluates at `seconds` of the source clip (clamped to the keys of each track).
  void evaluate(double seconds);

  /// World matrices of all nodes, pack space, as of the last evaluate().
  std::span<const glm::dmat4> worlds() const { return m_worlds; }
  /// Local transforms of all nodes. For a node with a `restMatrix` that the clip does not move this is `rest`, whereas
  /// worlds() uses the matrix.
  std::span<const transform::Transform> locals() const { return m_local.locals; }
  /// world·inverseBind of all palette entries.
  std::span<const glm::dmat4> skinMatrices() const { return m_skin; }
  /// Weights of a morph set.
  std::span<const double> morphWeights(MorphSetIndex set) const { return m_local.morphWeights[set.value]; }

 private:
  const model::Model* m_model = nullptr;
  LocalSampler m_sampler;
  LocalPose m_local;
  std::vector<std::uint32_t> m_moving;  // nodes that the clip moves and their descendants, parents first
  std::vector<std::uint32_t> m_movingEntries;
  transform::Hierarchy m_hierarchy;
  std::vector<transform::HierarchyNode> m_handles;  // one per node
  std::vector<glm::dmat4> m_worlds;                 // of m_hierarchy, in the order of the model's nodes
  std::vector<glm::dmat4> m_skin;
};

}  // namespace texeleton::animation
