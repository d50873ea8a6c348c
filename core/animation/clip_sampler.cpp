#include "core/animation/clip_sampler.h"

#include "core/animation/clip_compiler.h"
#include "core/animation/clip_sampler_kernels.h"

namespace texeleton::animation {

ClipSampler::ClipSampler(const model::Model& model, ClipIndex clip, std::span<const model::PaletteEntry> entries) {
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

void ClipSampler::sample(std::span<const double, kFrameLanes> seconds, Scratch& scratch, LaneMatrix* matrices,
                         LaneValue* morphWeights) const {
  sampleBlock(*this, seconds, scratch, matrices, morphWeights);
}

}  // namespace texeleton::animation
