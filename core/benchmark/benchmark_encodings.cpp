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
SyntheticSpec specOf(BakeMode mode, bool unevenScales) {
  SyntheticSpec spec;
  spec.vertices = 3;
  spec.evenScales = !unevenScales;
  if (mode == BakeMode::Vertex) {
    spec.clips = 2;
    spec.vertices = 12000;
  }
  return spec;
}

/// A part of the time of a figure.
BenchmarkOptions shorter(BenchmarkOptions options) {
  options.secondsPerFigure *= 0.25;
  return options;
}

void addFigures(BakeMode mode, bool unevenScales, const BenchmarkOptions& options,
                std::vector<EncodingFigure>& figures) {
  BakeBenchmark benchmark(specOf(mode, unevenScales), mode, kRateHz);
  const std::size_t items = (mode == BakeMode::Bone ? benchmark.model.palette.size() : benchmark.model.vertexCount()) *
                            benchmark.frameCount();
  const double naive = bestSeconds(options, [&] { benchmark.runNaive(); });
  for (const unsigned threads : threadCounts(options.threadCount)) {
    const double bandwidth = writeBandwidth(benchmark.texels, threads, shorter(options));
    double first = 0.0;
    for (const Encoding& encoding : encodings()) {
      const bool isFirst = &encoding == &encodingOf(mode);
      if (encoding.mode != mode || (unevenScales && !isFirst && !encoding.hasConstants)) {
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
      std::size_t bytes = 0;
      const double seconds =
          bestSeconds(options, [&] { bytes = bake(benchmark.model, settings, job).value().texels.byteCount(); });
      first = isFirst ? seconds : first;
      figures.push_back({encoding.name, unevenScales, threads, seconds / static_cast<double>(items) * 1e9,
                         naive / seconds, seconds / first, static_cast<double>(bytes) / seconds / bandwidth});
    }
  }
}

}  // namespace

std::vector<EncodingFigure> benchmarkEncodings(const BenchmarkOptions& options) {
  std::vector<EncodingFigure> figures;
  addFigures(BakeMode::Bone, false, options, figures);
  addFigures(BakeMode::Bone, true, options, figures);
  addFigures(BakeMode::Vertex, false, options, figures);
  return figures;
}

std::vector<OffsetFigure> benchmarkOffsets(const BenchmarkOptions& options) {
  BakeBenchmark plain(specOf(BakeMode::Vertex, false), BakeMode::Vertex, kRateHz);
  BakeBenchmark offsets(specOf(BakeMode::Vertex, false), BakeMode::Vertex, kRateHz, "offset16");
  const double vertices = static_cast<double>(offsets.model.vertexCount() * offsets.frameCount());
  const double bytes = static_cast<double>(offsets.texels.byteCount());
  const double naive = bestSeconds(options, [&] { offsets.runNaive(); });
  std::vector<OffsetFigure> figures;
  for (const unsigned threads : threadCounts(options.threadCount)) {
    const double bandwidth = writeBandwidth(offsets.texels, threads, shorter(options));
    const double first = bestSeconds(options, [&] { plain.runFast(threads); });
    const double seconds = bestSeconds(options, [&] { offsets.runFast(threads); });
    figures.push_back({threads, vertices / seconds, naive / seconds, seconds / first, bytes / seconds / bandwidth,
                       bandwidth * vertices / bytes});
  }
  return figures;
}

}  // namespace texeleton
