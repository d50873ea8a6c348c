#pragma once

#include <vector>

#include "core/bake/bake_frames.h"
#include "core/bake/skin_table.h"
#include "core/benchmark/figures.h"
#include "core/benchmark/synthetic_models.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::benchmark {

/// The prepared data of a benchmark of the bake: model, clips, layout and texels to write to, in both ways.
struct BakeBenchmark {
  model::Model model;
  vat::BakeMode mode = vat::BakeMode::Bone;
  std::vector<vat::BakedClip> clips;
  std::vector<std::uint32_t> elements;  ///< Vertex mode: the element of each vertex.
  bake::SkinTable table;                ///< Vertex mode.
  vat::TextureLayout layout;
  vat::TexelBuffer texels;

  const vat::Encoding* encoding =
      nullptr;  ///< The mode's first, or one whose constants are the range of all positions.
  glm::vec4 ranges[2] = {glm::vec4(0.0f), glm::vec4(0.0f)};

  BakeBenchmark(const SyntheticSpec& spec, vat::BakeMode bakeMode, double sampleRateHz,
                const char* encodingName = nullptr);

  std::size_t frameCount() const { return layout.frameCount; }
  /// Bakes the frames with the fast bake, including preparation of the keys.
  void runFast(unsigned threads);
  /// Bakes the same texels with the naive bake.
  void runNaive();

 private:
  bake::FramePass pass() const;
};

/// Bytes per second that memset reaches on texels with this many threads.
double writeBandwidth(vat::TexelBuffer& texels, unsigned threads, const BenchmarkOptions& options);

/// Numbers of threads worth measuring: 1, and all that may be used.
std::vector<unsigned> threadCounts(unsigned most);

}  // namespace texeleton::benchmark
