#include "core/benchmark/bake_benchmark.h"
#include "core/benchmark/best_time.h"
#include "core/benchmark/figures.h"

namespace texeleton::benchmark {

std::vector<BoneBakeFigure> benchmarkBoneBake(const BenchmarkOptions& options) {
  std::vector<BoneBakeFigure> figures;
  for (const bool sharedKeys : {true, false}) {
    SyntheticSpec spec;
    spec.sharedKeys = sharedKeys;
    // 24 keys and 30 frames a second: no frame but the first of each second hits a key.
    BakeBenchmark benchmark(spec, vat::BakeMode::Bone, 30.0);
    const double joints = static_cast<double>(benchmark.model.palette.size() * benchmark.frameCount());
    const double naive = bestSeconds(options, [&] { benchmark.runNaive(); });
    for (const unsigned threads : threadCounts(options.threadCount)) {
      const double fast = bestSeconds(options, [&] { benchmark.runFast(threads); });
      figures.push_back({threads, sharedKeys, fast / joints * 1e9, naive / fast});
    }
  }
  return figures;
}

}  // namespace texeleton::benchmark
