#pragma once

#include <cstddef>

#include "core/model/model.h"

namespace texeleton {

/// A model for benchmarks: a tree of joints whose every translation, rotation and scale moves, and a cloud of vertices.
struct SyntheticSpec {
  std::size_t joints = 128;
  std::size_t clips = 8;
  double lengthSeconds = 5.0;
  double keysPerSecond = 24.0;
  bool sharedKeys = true;      ///< False: every track has key times of its own.
  std::size_t vertices = 0;    ///< 0: no mesh.
  std::size_t influences = 4;  ///< Of every vertex.
  /// Vertices of different normals in one place, as at hard edges and UV seams. The shared test models have between 1.7
  /// (kaykit-knight) and 6 (fox) as a rule, a few smooth ones 1.
  std::size_t verticesPerPlace = 2;
};

Model makeSyntheticModel(const SyntheticSpec& spec);

}  // namespace texeleton
