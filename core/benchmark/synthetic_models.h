#pragma once

#include <cstddef>

#include "core/model/model.h"

namespace texeleton::benchmark {

/// A model for benchmarks: a tree of joints with a track for every translation, rotation and scale, like those of
/// exporters, and a cloud of vertices. All rotations move, every fifth translation and every tenth scale; the others
/// have equal keys. In the shared test models 0 to 100 % of the rotations move (most often over half), 0 to 28 % of the
/// translations and scales (a slime and a machine more).
struct SyntheticSpec {
  std::size_t joints = 64;
  std::size_t clips = 8;
  double lengthSeconds = 5.0;
  double keysPerSecond = 24.0;
  bool evenScales = false;     ///< Scales are uniform, as encodings of rotations require.
  bool sharedKeys = true;      ///< False: every track has separate key times.
  std::size_t vertices = 0;    ///< 0: no mesh.
  std::size_t influences = 4;  ///< Per vertex.
  /// Vertices with different normals in one place, as at hard edges and UV seams: the shared test models have 2.8 on
  /// average, from 1 (smooth) to 6 (fox).
  std::size_t verticesPerPlace = 3;
};

model::Model makeSyntheticModel(const SyntheticSpec& spec);

}  // namespace texeleton::benchmark
