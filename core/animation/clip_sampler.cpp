#include "core/animation/clip_sampler.h"

#include <algorithm>

#include "core/animation/clip_compiler.h"
#include "core/animation/clip_sampler_kernels.h"

namespace texeleton {

ClipSampler::ClipSampler(const Model& model, ClipIndex clip, std::span<const PaletteEntry> entries) {
  Compiler(*this, model, model.clips[clip.value]).compile(entries);
}

void ClipSampler::growScratch(Scratch& scratch) const {
  if (scratch.places.size() < m_timelines.size()) {
    scratch.places.resize(m_timelines.size());
  }
  if (scratch.worlds.size() < m_nodes.size()) {
    scratch.worlds.resize(m_nodes.size());
  }
}

void ClipSampler::place(std::span<const double, kFrameLanes> seconds, const SampledTimeline& timeline,
                        Place& at) const {
  const double* const times = timeline.times;
  const double* const inverseLengths = m_inverseLengths.data() + timeline.inverseLengths;
  const std::uint32_t last = timeline.count - 1;
  // Blocks mostly follow one another: go on from the last key of the block before.
  auto key = std::min(static_cast<std::uint32_t>(at.key[kFrameLanes - 1]), last);
  const std::uint32_t near = std::min<std::uint32_t>(key + 2 * kFrameLanes, last);
  if (times[key] > seconds[0] || times[near] <= seconds[0]) {
    const auto after = std::upper_bound(times, times + timeline.count, seconds[0]) - times;
    key = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(after - 1, 0));
  }
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    const double t = seconds[i];
    while (key < last && times[key + 1] <= t) {
      ++key;
    }
    at.key[i] = static_cast<std::int32_t>(key);
    at.fraction[i] = static_cast<float>(std::max(t - times[key], 0.0) * inverseLengths[key]);
  }
  bool consecutive = true;
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    at.relative[i] = at.key[i] - at.key[0];
    consecutive = consecutive && at.relative[i] == static_cast<std::int32_t>(i);
  }
  const std::int32_t reach = at.relative[kFrameLanes - 1];
  at.spread = reach == 0                                       ? Place::Same
              : consecutive                                    ? Place::Consecutive
              : reach < static_cast<std::int32_t>(kFrameLanes) ? Place::Window
                                                               : Place::Wide;
}

void ClipSampler::sample(std::span<const double, kFrameLanes> seconds, Scratch& scratch, LaneMatrix* matrices,
                         LaneValue* morphWeights) const {
  for (std::size_t i = 0; i < m_timelines.size(); ++i) {
    place(seconds, m_timelines[i], scratch.places[i]);
  }
  sampleMorphWeights(*this, scratch, morphWeights);
  sampleMatrices(*this, scratch, matrices);
}

}  // namespace texeleton
