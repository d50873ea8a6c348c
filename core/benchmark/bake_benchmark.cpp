#include "core/benchmark/bake_benchmark.h"

#include "core/bake/clip_plan.h"
#include "core/base/parallel.h"
#include "core/benchmark/naive_bake.h"

namespace texeleton {

BakeBenchmark::BakeBenchmark(const SyntheticSpec& spec, BakeMode bakeMode, double sampleRateHz)
    : model(makeSyntheticModel(spec)), mode(bakeMode) {
  BakeSettings settings;
  settings.mode = mode;
  settings.sampleRateHz = sampleRateHz;
  settings.loop = LoopMode::On;
  JobContext job;
  clips = planClips(model, settings, job).value();
  std::size_t elementCount = model.palette.size();
  if (mode == BakeMode::Vertex) {
    table = makeVertexTable(model, settings.shareElements, elements);
    elementCount = table.normals.size();
  }
  const std::uint32_t frames = clips.back().frameBegin + clips.back().frameCount;
  layout = layOutTexture(mode, static_cast<std::uint32_t>(elementCount), 0, frames, SizeRule::Exact, kMaxTextureSize)
               .value();
  texels = TexelBuffer(PixelFormat::Rgba16F, layout.width, layout.height);
}

void BakeBenchmark::runFast(unsigned threads) {
  FramePass pass;
  pass.model = &model;
  pass.mode = mode;
  pass.entries = model.palette;
  pass.table = &table;
  pass.clips = clips;
  pass.layout = layout;
  JobContext job;
  job.threadCount = threads;
  bakeFrames(pass, texels, job).value();
}

void BakeBenchmark::runNaive() {
  NaiveBake naive(model);
  if (mode == BakeMode::Bone) {
    naive.bakeBones(clips, layout, texels);
  } else {
    naive.bakeVertices(clips, elements, layout, texels);
  }
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

}  // namespace texeleton
