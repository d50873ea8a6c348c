#pragma once

#include <cstdint>
#include <optional>

#include "core/bake/measure/measure.h"
#include "core/base/message.h"
#include "core/pipeline/fit.h"
#include "core/vat/baked_animation.h"
#include "core/vat/encoding.h"
#include "core/vat/texture_layout.h"
#include "core/vat/texture_settings.h"

namespace texeleton::pipeline {

struct ClipLimits {
  double millimetres = 0.0;
  std::optional<double> degrees;
};

/// The largest ratio of a clip's errors (upper bounds) to its limits.
double timesOver(const ClipLimits& limits, const FitClip& clip);

/// Clip `i` of a measured bake: its error, the part of it that no rate reduces, and remedies.
FitClip measuredClip(const vat::BakedAnimation& baked, std::size_t i, const vat::ClipError& error,
                     double socketMillimetres, const ClipLimits& limits, const FitLimits& wanted);

/// The reason why every rate exceeds a clip's limits.
Message whyHopeless(const FitClip& clip, bool hasDegrees);

/// The smallest `maxSize` for a texture with the frames and table of `layout`; nullopt if it exceeds the limits of
/// GPUs.
std::optional<std::uint32_t> smallestMaxSize(const vat::Encoding& encoding, const vat::TextureLayout& layout,
                                             vat::SizeRule size);

}  // namespace texeleton::pipeline
