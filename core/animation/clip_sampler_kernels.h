#pragma once

#include <span>

#include "core/animation/clip_sampler.h"

namespace texeleton::animation {

/// ClipSampler::sample on the best vector target.
void sampleBlock(const ClipSampler& sampler, std::span<const double, kFrameLanes> seconds,
                 ClipSampler::Scratch& scratch, LaneMatrix* matrices, LaneValue* weights);

}  // namespace texeleton::animation
