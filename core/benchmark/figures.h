#pragma once

#include <string>
#include <vector>

#include "core/base/job_context.h"

namespace texeleton::benchmark {

/// Limits of time and threads of a benchmark.
struct BenchmarkOptions {
  unsigned threadCount = 0;         ///< The most threads to try; 0: all.
  double secondsPerFigure = 1.0;    ///< Time to spend on each figure; the best run counts.
  const JobContext* job = nullptr;  ///< After cancellation the benchmark ends soon, and its figures are invalid.

  /// Whether a figure's time is used up.
  bool isOver(double spentSeconds) const {
    return spentSeconds >= secondsPerFigure || (job != nullptr && job->isCancelled());
  }
};

/// Bone bake (sample, world, skin matrix, half texels) of synthetic skeletons against the naive scalar reference
/// (per-channel binary search, glm::slerp, recursive mat4, scalar half) in the same run.
struct BoneBakeFigure {
  unsigned threads = 1;
  bool sharedKeys = true;  ///< All channels share their key times; false: separate key times.
  double nanosecondsPerJoint = 0.0;
  double speedupOverNaive = 0.0;
};
std::vector<BoneBakeFigure> benchmarkBoneBake(const BenchmarkOptions& options);

/// Vertex bake (4 influences, position and normal, half texels) against a naive scalar reference in the same run.
struct VertexBakeFigure {
  unsigned threads = 1;
  double verticesPerSecond = 0.0;  ///< Vertices × frames.
  double speedupOverNaive = 0.0;
  double shareOfWriteBandwidth = 0.0;  ///< Bytes of texels per second, relative to memset with as many threads.
};
std::vector<VertexBakeFigure> benchmarkVertexBake(const BenchmarkOptions& options);

/// Whole bakes (plan, mesh and bounds included) of the same synthetic models in every encoding, against the naive
/// frames of the mode's first and against each other, in one run. In bone mode all scales are uniform; encodings that
/// keep other bones as matrices are measured again with only such bones.
struct EncodingFigure {
  std::string encoding;
  bool unevenScales = false;
  unsigned threads = 1;
  double nanosecondsPerItem = 0.0;  ///< Per joint or vertex and frame.
  double speedupOverNaive = 0.0;
  double timesFirst = 0.0;             ///< The time over that of the mode's first encoding.
  double shareOfWriteBandwidth = 0.0;  ///< As in VertexBakeFigure.
};
std::vector<EncodingFigure> benchmarkEncodings(const BenchmarkOptions& options);

/// Frames in "offset16" with a known range: sampling, skinning and encoding, against a naive scalar bake that tries the
/// four codes around every normal, and against the same frames in "positionNormal".
struct OffsetFigure {
  unsigned threads = 1;
  double verticesPerSecond = 0.0;
  double speedupOverNaive = 0.0;
  double timesFirst = 0.0;
  double shareOfWriteBandwidth = 0.0;
  double memsetVerticesPerSecond = 0.0;  ///< Vertices per second whose texels memset writes.
  double encodedPerSecond = 0.0;         ///< Encoding alone: positions and normals are given.
};
std::vector<OffsetFigure> benchmarkOffsets(const BenchmarkOptions& options);

/// AnimationTicker for a crowd against a naive one (array of structures, fmod).
struct TickerFigure {
  double instancesPerSecondPerCore = 0.0;
  double speedupOverNaive = 0.0;
};
TickerFigure benchmarkTicker(const BenchmarkOptions& options);

/// Hierarchy update of 100,000 nodes with 1 % changed against naive recursive recomputation.
struct HierarchyFigure {
  double nanosecondsPerUpdate = 0.0;
  double speedupOverNaive = 0.0;
};
HierarchyFigure benchmarkHierarchy(const BenchmarkOptions& options);

}  // namespace texeleton::benchmark
