#include "core/benchmark/bake_benchmark.h"

#include <cstring>

#include "core/bake/clip_plan.h"
#include "core/base/parallel.h"
#include "core/benchmark/figures.h"
#include "core/benchmark/naive_bake.h"

namespace texeleton::benchmark {

BakeBenchmark::BakeBenchmark(const SyntheticSpec& spec, vat::BakeMode bakeMode, double sampleRateHz,
                             const char* encodingName)
    : model(makeSyntheticModel(spec)),
      mode(bakeMode),
      encoding(encodingName != nullptr ? vat::findEncoding(encodingName) : &vat::encodingOf(bakeMode)) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.sampleRateHz = sampleRateHz;
  settings.loop = bake::LoopMode::On;
  JobContext job;
  clips = bake::planClips(model, settings, job).value();
  std::size_t elementCount = model.palette.size();
  if (mode == vat::BakeMode::Vertex) {
    table = bake::makeVertexTable(model, animation::PointNumbering(model), settings.shareElements, elements);
    elementCount = table.normals.size();
  }
  const std::uint32_t frames = clips.back().frameBegin + clips.back().frameCount;
  layout = vat::layOutTexture(*encoding, static_cast<std::uint32_t>(elementCount), 0, frames, vat::SizeRule::Exact,
                              vat::kMaxTextureSize)
               .value();
  texels = vat::TexelBuffer(vat::PixelFormat::Rgba16F, layout.width, layout.height);
  if (encoding->hasConstants) {
    bake::FramePass bounds = pass();
    bounds.findsBounds = true;
    model::Box range;
    const std::vector<bake::ClipFindings> found = bake::bakeFrames(bounds, texels, job).value();
    for (const bake::ClipFindings& clip : found) {
      range.add(clip.bounds);
    }
    ranges[0] = glm::vec4(range.min, 0.0f);
    ranges[1] = glm::vec4(range.max - range.min, 0.0f);
  }
}

bake::FramePass BakeBenchmark::pass() const {
  bake::FramePass pass;
  pass.model = &model;
  pass.mode = mode;
  pass.encoding = encoding;
  pass.entries = model.palette;
  pass.table = &table;
  pass.clips = clips;
  pass.layout = layout;
  return pass;
}

void BakeBenchmark::runFast(unsigned threads) {
  bake::FramePass frames = pass();
  if (encoding->hasConstants) {
    frames.ranges = ranges;
  }
  JobContext job;
  job.threadCount = threads;
  bake::bakeFrames(frames, texels, job).value();
}

void BakeBenchmark::runNaive() {
  NaiveBake naive(model);
  if (mode == vat::BakeMode::Bone) {
    naive.bakeBones(clips, layout, texels);
  } else if (encoding->hasConstants) {
    naive.bakeOffsets(clips, elements, ranges, layout, texels);
  } else {
    naive.bakeVertices(clips, elements, layout, texels);
  }
}

double writeBandwidth(vat::TexelBuffer& texels, unsigned threads, const BenchmarkOptions& options) {
  const std::size_t size = texels.byteCount();
  std::byte* const bytes = texels.row(0);
  const JobContext job;
  const double best = bestSeconds(options, [&] {
    parallelFor(size, std::size_t{1} << 20, threads, job,
                [&](std::size_t begin, std::size_t end) { std::memset(bytes + begin, 1, end - begin); });
  });
  return static_cast<double>(size) / best;
}

std::vector<unsigned> threadCounts(unsigned most) {
  const unsigned all = effectiveThreadCount(most);
  std::vector<unsigned> counts{1};
  if (all >= 2) {
    counts.push_back(2);
  }
  if (all > 2) {
    counts.push_back(all);
  }
  return counts;
}

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
