#pragma once

#include "core/animation/clip_sampler.h"

namespace texeleton {

/// The parts of ClipSampler::sample that run on the best vector target: from places on the timelines to matrices and
/// morph weights.
void sampleMatrices(const ClipSampler& sampler, ClipSampler::Scratch& scratch, LaneMatrix* matrices);
void sampleMorphWeights(const ClipSampler& sampler, const ClipSampler::Scratch& scratch, LaneValue* weights);

}  // namespace texeleton
