#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/bake/skin_table.h"

namespace texeleton::bake {

/// Finds the box of skinned positions without skinning positions that cannot enlarge it: groups form clusters of
/// neighbours, and a cluster lies within its joints' transformed boxes.
class BoundClusters {
 public:
  BoundClusters() = default;
  /// `table` must outlive it.
  explicit BoundClusters(const SkinTable& table);

  /// The bounds of a block of frames, for each cluster. One per thread.
  struct Scratch {
    std::vector<model::Box> clusters;
    std::vector<model::Box> joints;
  };

  /// Adds the positions of all groups in eight frames to `box`; its previous content saves work but does not affect the
  /// resulting box. `weights`: the morph weights; may be null without morphs.
  void bound(const animation::LaneMatrix* matrices, const animation::LaneValue* weights, Scratch& scratch,
             model::Box& box) const;

  /// A joint of a cluster and the bind-pose box of the positions that it moves, widened by the rounding of float
  /// arithmetic.
  struct Joint {
    std::uint32_t joint = 0;
    std::uint32_t whole = 0;  ///< Its index in wholes().
    glm::vec3 centre{0.0f};
    glm::vec3 extent{0.0f};
  };
  /// `jointCount` 0: always evaluated.
  struct Cluster {
    std::uint32_t groupBegin = 0;
    std::uint32_t groupCount = 0;
    std::uint32_t jointBegin = 0;
    std::uint32_t jointCount = 0;
  };

  // For the kernels.
  const SkinTable& table() const { return *m_table; }
  const std::vector<SkinGroup>& groups() const { return m_groups; }
  const std::vector<Cluster>& clusters() const { return m_clusters; }
  const std::vector<Joint>& joints() const { return m_joints; }
  /// For each moving joint, all items that it moves.
  const std::vector<Joint>& wholes() const { return m_wholes; }

 private:
  void findWholes();

  const SkinTable* m_table = nullptr;
  std::vector<SkinGroup> m_groups;  ///< Groups of the table, in the order of the clusters.
  std::vector<Cluster> m_clusters;
  std::vector<Joint> m_joints;
  std::vector<Joint> m_wholes;
};

/// Relative to the magnitude of a sum of products: more than the rounding error of float arithmetic with few
/// influences.
inline constexpr float kBoundRounding = 0x1p-18f;

}  // namespace texeleton::bake
