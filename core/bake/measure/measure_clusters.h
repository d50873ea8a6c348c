#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace texeleton::bake {

struct MeasureItems;

/// A matrix that moves the items of a set.
struct ClusterJoint {
  std::uint32_t row = 0;          ///< Row in the table of matrices.
  double weightDifference = 0.0;  ///< Largest difference between an item's weight in the mesh and in the source.
};

/// A box around positions in the bind pose.
struct ClusterBox {
  glm::dvec3 centre{0.0};
  glm::dvec3 half{0.0};
};

/// All items that the same matrices move.
struct MeasureSet {
  std::uint32_t jointBegin = 0;  ///< Into MeasureClusters::joints; at least one.
  std::uint32_t jointEnd = 0;
  ClusterBox box;
  double weightSum = 0.0;  ///< Largest difference between the sums of an item's weights.
  bool differs = false;    ///< Whether any weights differ.
  bool drops = false;      ///< Whether influences were dropped.
};

/// Neighbouring items of a set: large distances from the source are searched among clusters before their items.
struct MeasureCluster {
  std::uint32_t set = 0;        ///< Into MeasureClusters::sets; ascending.
  std::uint32_t itemBegin = 0;  ///< Into MeasureItems::items.
  std::uint32_t itemEnd = 0;
  ClusterBox box;
};

/// Contribution of two matrices to the sum of squared distances of all items. With e = Σ Eᵢ·wᵢp + Dᵢ·(w′ᵢp′ − wᵢp),
/// where E = D − S is the difference of the matrices, D those of the texels, w and p weights and positions of the
/// source, w′ and p′ those of the mesh, the sum of |e|² is that of tr(Xₐ·M·X_bᵀ) over the pairs, where X = (E, D) has 3
/// rows of 8.
struct MomentPair {
  std::uint32_t a = 0;  ///< Rows of the tables of matrices.
  std::uint32_t b = 0;
  bool plain = true;  ///< Only the part of M that belongs to E is not zero.
  std::array<double, 64> matrix{};
};

/// Bone mode: data that speeds up the measurement without changing its figures. Without clusters every item is
/// evaluated.
struct MeasureClusters {
  std::vector<MeasureSet> sets;
  std::vector<MeasureCluster> clusters;
  std::vector<ClusterJoint> joints;
  std::vector<MomentPair> moments;  ///< For all items in clusters.
  std::size_t itemEnd = 0;          ///< Items from this index are in no cluster (morph targets move them).

  std::span<const ClusterJoint> of(const MeasureSet& set) const {
    return std::span(joints).subspan(set.jointBegin, set.jointEnd - set.jointBegin);
  }
};

/// Sorts the items by cluster. Makes no clusters if they would save little. Bone mode only.
MeasureClusters makeClusters(MeasureItems& items);

}  // namespace texeleton::bake
