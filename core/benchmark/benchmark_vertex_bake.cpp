#include <algorithm>
#include <cstring>

#include "core/base/parallel.h"
#include "core/benchmark/bake_benchmark.h"
#include "core/benchmark/best_time.h"
#include "core/benchmark/figures.h"

namespace texeleton {

namespace {

/// Bytes a second that memset reaches on the texels with this many threads.
double writeBandwidth(BakeBenchmark& benchmark, unsigned threads, const BenchmarkOptions& options) {
  const std::size_t size = benchmark.texels.byteCount();
  std::byte* const bytes = benchmark.texels.row(0);
  const JobContext job;
  const double best = bestSeconds(options, [&] {
    parallelFor(size, std::size_t{1} << 20, threads, job,
                [&](std::size_t begin, std::size_t end) { std::memset(bytes + begin, 1, end - begin); });
  });
  return static_cast<double>(size) / best;
}

}  // namespace

std::vector<VertexBakeFigure> benchmarkVertexBake(const BenchmarkOptions& options) {
  SyntheticSpec spec;
  spec.clips = 2;
  spec.vertices = 12000;
  BakeBenchmark benchmark(spec, BakeMode::Vertex, 30.0);
  const double vertices = static_cast<double>(benchmark.model.vertexCount() * benchmark.frameCount());
  const double naive = bestSeconds(options, [&] { benchmark.runNaive(); });
  std::vector<VertexBakeFigure> figures;
  for (const unsigned threads : threadCounts(options.threadCount)) {
    BenchmarkOptions shorter = options;
    shorter.secondsPerFigure *= 0.25;
    const double bandwidth = writeBandwidth(benchmark, threads, shorter);
    const double fast = bestSeconds(options, [&] { benchmark.runFast(threads); });
    const double bytes = static_cast<double>(benchmark.texels.byteCount());
    figures.push_back({threads, vertices / fast, naive / fast, bytes / fast / bandwidth});
  }
  return figures;
}

}  // namespace texeleton
