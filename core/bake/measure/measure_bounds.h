#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/bake/measure/measure_kernel.h"

namespace texeleton::bake {

inline constexpr std::size_t kMeasureGroups = kMeasureSamples / kMeasureGroup;

/// For each cluster and each group of samples, an upper bound of its items: metres; radians for the normals. Clusters
/// have no morph targets.
struct ClusterBounds {
  using Groups = std::array<double, kMeasureGroups>;
  using Figures = std::array<Groups, kMeasureFigures>;
  std::vector<Figures> clusters;
  std::array<double, kMeasureSamples> whole{};  ///< Over all clusters, for each sample.
  std::array<double, kMeasureSamples> interpolation{};
  std::vector<std::pair<double, std::uint32_t>> order;  ///< Scratch memory.
  std::vector<double> scratch;
};

/// Finds the bounds of a tile's clusters. A vertex is a blend, by weights that sum to 1, of its matrices' images of it,
/// so its error is at most the largest of their errors; and the error of a point of a box is at most that of the centre
/// plus those of the half-axes. The same bits on every CPU.
void boundClusters(const MeasureTile& tile, ClusterBounds& bounds);

/// Adds, sample by sample, the squared distances of all items in clusters (see MomentPair).
void addMoments(const MeasureTile& tile, std::array<double, kMeasureSamples>& sums);

}  // namespace texeleton::bake
