#include <algorithm>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/base/parallel.h"
#include "core/benchmark/bake_benchmark.h"
#include "core/benchmark/best_time.h"
#include "core/benchmark/figures.h"
#include "core/vat/encoding.h"

namespace texeleton::benchmark {

namespace {

constexpr double kEncodingRateHz = 30.0;

/// The models of the benchmark of the mode's first encoding; in bone mode with the fewest vertices, so that joints
/// dominate the cost.
SyntheticSpec specOf(vat::BakeMode mode, bool unevenScales) {
  SyntheticSpec spec;
  spec.vertices = 3;
  spec.evenScales = !unevenScales;
  if (mode == vat::BakeMode::Vertex) {
    spec.clips = 2;
    spec.vertices = 12000;
  }
  return spec;
}

/// Options with a part of a figure's time.
BenchmarkOptions shorter(BenchmarkOptions options) {
  options.secondsPerFigure *= 0.25;
  return options;
}

void addFigures(vat::BakeMode mode, bool unevenScales, const BenchmarkOptions& options,
                std::vector<EncodingFigure>& figures) {
  BakeBenchmark benchmark(specOf(mode, unevenScales), mode, kEncodingRateHz);
  const std::size_t items =
      (mode == vat::BakeMode::Bone ? benchmark.model.palette.size() : benchmark.model.vertexCount()) *
      benchmark.frameCount();
  const double naive = bestSeconds(options, [&] { benchmark.runNaive(); });
  for (const unsigned threads : threadCounts(options.threadCount)) {
    const double bandwidth = writeBandwidth(benchmark.texels, threads, shorter(options));
    double first = 0.0;
    for (const vat::Encoding& encoding : vat::encodings()) {
      const bool isFirst = &encoding == &vat::encodingOf(mode);
      if (encoding.mode != mode || (unevenScales && !isFirst && !encoding.hasConstants)) {
        continue;
      }
      bake::BakeSettings settings;
      settings.mode = mode;
      settings.encoding = encoding.name;
      settings.sampleRateHz = kEncodingRateHz;
      settings.loop = bake::LoopMode::On;
      settings.size = vat::SizeRule::Exact;
      settings.maxSize = vat::kMaxTextureSize;
      JobContext job;
      job.threadCount = threads;
      std::size_t bytes = 0;
      const double seconds =
          bestSeconds(options, [&] { bytes = bake::bake(benchmark.model, settings, job).value().texels.byteCount(); });
      first = isFirst ? seconds : first;
      figures.push_back({encoding.name, unevenScales, threads, seconds / static_cast<double>(items) * 1e9,
                         naive / seconds, seconds / first, static_cast<double>(bytes) / seconds / bandwidth});
    }
  }
}

/// Seconds to write all texels from existing positions and normals.
double secondsToEncode(BakeBenchmark& offsets, unsigned threads, const BenchmarkOptions& options) {
  std::vector<bake::LaneVertex> vertices(offsets.layout.elementCount);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
      for (int i = 0; i < 3; ++i) {
        // Positions over the whole range and normals of all directions, without a pattern for branch prediction.
        const auto mixed =
            static_cast<std::uint32_t>((v * animation::kFrameLanes + lane) * 3 + static_cast<std::size_t>(i) + 1);
        const float share = static_cast<float>(mixed * 2654435769u >> 8) * 0x1p-24f;
        const auto axis = static_cast<std::size_t>(i);
        vertices[v].position[axis][lane] = offsets.ranges[0][i] + share * offsets.ranges[1][i];
        vertices[v].normal[axis][lane] = static_cast<float>(mixed * 2246822519u >> 8) * 0x1p-23f - 1.0f;
      }
    }
  }
  const std::size_t blocks = offsets.frameCount() / animation::kFrameLanes;
  return bestSeconds(options,
                     [&] {
                       JobContext job;
                       parallelFor(blocks, 1, threads, job, [&](std::size_t begin, std::size_t end) {
                         for (std::size_t block = begin; block < end; ++block) {
                           bake::FrameRows rows;
                           for (std::size_t lane = 0; lane < animation::kFrameLanes; ++lane) {
                             const auto frame = static_cast<std::uint32_t>(block * animation::kFrameLanes + lane);
                             rows.row[lane] = offsets.texels.row(frame * offsets.layout.rowsPerFrame);
                           }
                           bake::encodeOffsets(vertices, offsets.ranges, rows);
                         }
                       });
                     }) *
         static_cast<double>(offsets.frameCount()) /
         static_cast<double>(std::max<std::size_t>(blocks, 1) * animation::kFrameLanes);
}

}  // namespace

std::vector<EncodingFigure> benchmarkEncodings(const BenchmarkOptions& options) {
  std::vector<EncodingFigure> figures;
  addFigures(vat::BakeMode::Bone, false, options, figures);
  addFigures(vat::BakeMode::Bone, true, options, figures);
  addFigures(vat::BakeMode::Vertex, false, options, figures);
  return figures;
}

std::vector<OffsetFigure> benchmarkOffsets(const BenchmarkOptions& options) {
  BakeBenchmark plain(specOf(vat::BakeMode::Vertex, false), vat::BakeMode::Vertex, kEncodingRateHz);
  BakeBenchmark offsets(specOf(vat::BakeMode::Vertex, false), vat::BakeMode::Vertex, kEncodingRateHz, "offset16");
  const double vertices = static_cast<double>(offsets.model.vertexCount() * offsets.frameCount());
  const double bytes = static_cast<double>(offsets.texels.byteCount());
  const double naive = bestSeconds(options, [&] { offsets.runNaive(); });
  std::vector<OffsetFigure> figures;
  for (const unsigned threads : threadCounts(options.threadCount)) {
    const double bandwidth = writeBandwidth(offsets.texels, threads, shorter(options));
    const double first = bestSeconds(options, [&] { plain.runFast(threads); });
    const double seconds = bestSeconds(options, [&] { offsets.runFast(threads); });
    figures.push_back({threads, vertices / seconds, naive / seconds, seconds / first, bytes / seconds / bandwidth,
                       bandwidth * vertices / bytes,
                       static_cast<double>(offsets.layout.elementCount * offsets.frameCount()) /
                           secondsToEncode(offsets, threads, options)});
  }
  return figures;
}

}  // namespace texeleton::benchmark
