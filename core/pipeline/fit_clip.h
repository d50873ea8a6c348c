#pragma once

#include <cstdint>
#include <optional>

#include "core/bake/bake_settings.h"
#include "core/bake/baked_animation.h"
#include "core/bake/encoding/encoding.h"
#include "core/bake/encoding/texture_layout.h"
#include "core/bake/measure/measure.h"
#include "core/base/message.h"
#include "core/pipeline/fit.h"

namespace texeleton::pipeline {

/// The error limits of a clip of a bake.
struct ClipLimits {
  double millimetres = 0.0;
  std::optional<double> degrees;
};

/// The ratio of the upper end of a clip's error to its limits, the largest of them.
double timesOver(const ClipLimits& limits, const FitClip& clip);

/// Clip `i` of a measured bake: its error, the part of it that no rate mends, and remedies.
FitClip measuredClip(const bake::BakedAnimation& baked, std::size_t i, const bake::ClipError& error,
                     double socketMillimetres, const ClipLimits& limits, const FitLimits& wanted);

/// Why a clip that no rate brings within its limits is not.
Message whyHopeless(const FitClip& clip, bool hasDegrees);

/// The smallest `maxSize` for a texture with the frames and table of `layout`; none if it exceeds the limits of GPUs.
std::optional<std::uint32_t> smallestMaxSize(const bake::Encoding& encoding, const bake::TextureLayout& layout,
                                             bake::SizeRule size);

}  // namespace texeleton::pipeline
