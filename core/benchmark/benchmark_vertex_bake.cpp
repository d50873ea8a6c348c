#include "core/benchmark/bake_benchmark.h"
#include "core/benchmark/best_time.h"
#include "core/benchmark/figures.h"

namespace texeleton::benchmark {

std::vector<VertexBakeFigure> benchmarkVertexBake(const BenchmarkOptions& options) {
  SyntheticSpec spec;
  spec.clips = 2;
  spec.vertices = 12000;
  BakeBenchmark benchmark(spec, vat::BakeMode::Vertex, 30.0);
  const double vertices = static_cast<double>(benchmark.model.vertexCount() * benchmark.frameCount());
  const double naive = bestSeconds(options, [&] { benchmark.runNaive(); });
  std::vector<VertexBakeFigure> figures;
  for (const unsigned threads : threadCounts(options.threadCount)) {
    BenchmarkOptions shorter = options;
    shorter.secondsPerFigure *= 0.25;
    const double bandwidth = writeBandwidth(benchmark.texels, threads, shorter);
    const double fast = bestSeconds(options, [&] { benchmark.runFast(threads); });
    const double bytes = static_cast<double>(benchmark.texels.byteCount());
    figures.push_back({threads, vertices / fast, naive / fast, bytes / fast / bandwidth});
  }
  return figures;
}

}  // namespace texeleton::benchmark
