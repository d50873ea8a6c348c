#include "core/bake/bake.h"
#include "core/bake/encoding.h"
#include "core/benchmark/bake_benchmark.h"
#include "core/benchmark/best_time.h"
#include "core/benchmark/figures.h"

namespace texeleton {

namespace {

constexpr double kRateHz = 30.0;

/// As in the benchmark of the mode's first encoding; in bone mode with as few vertices as a bake takes, so that it is
/// the joints that cost.
SyntheticSpec specOf(BakeMode mode) {
  SyntheticSpec spec;
  spec.vertices = 3;
  if (mode == BakeMode::Vertex) {
    spec.clips = 2;
    spec.vertices = 12000;
  }
  return spec;
}

}  // namespace

std::vector<EncodingFigure> benchmarkEncodings(const BenchmarkOptions& options) {
  std::vector<EncodingFigure> figures;
  for (const BakeMode mode : {BakeMode::Bone, BakeMode::Vertex}) {
    BakeBenchmark benchmark(specOf(mode), mode, kRateHz);
    const std::size_t items =
        (mode == BakeMode::Bone ? benchmark.model.palette.size() : benchmark.model.vertexCount()) *
        benchmark.frameCount();
    const double naive = bestSeconds(options, [&] { benchmark.runNaive(); });
    for (const unsigned threads : threadCounts(options.threadCount)) {
      double first = 0.0;
      for (const Encoding& encoding : encodings()) {
        if (encoding.mode != mode) {
          continue;
        }
        BakeSettings settings;
        settings.mode = mode;
        settings.encoding = encoding.name;
        settings.sampleRateHz = kRateHz;
        settings.loop = LoopMode::On;
        settings.size = SizeRule::Exact;
        settings.maxSize = kMaxTextureSize;
        JobContext job;
        job.threadCount = threads;
        const double seconds = bestSeconds(options, [&] { bake(benchmark.model, settings, job).value(); });
        first = first > 0.0 ? first : seconds;
        figures.push_back(
            {encoding.name, threads, seconds / static_cast<double>(items) * 1e9, naive / seconds, seconds / first});
      }
    }
  }
  return figures;
}

}  // namespace texeleton
