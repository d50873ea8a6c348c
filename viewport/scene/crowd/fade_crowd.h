#pragma once

#include <cstdint>

#include "core/vat/baked_animation.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

inline constexpr double kUsualFadeSeconds = 0.3;

/// Cross-fades all instances to a clip within `fadeSeconds` (0: at once) from the crowd's time on. A single instance
/// begins the clip at its start; those of a crowd begin at different places of a looping clip, so that they do not
/// march in step.
void fadeCrowd(Crowd& crowd, const vat::BakedAnimation& animation, std::uint32_t clip, double fadeSeconds);

}  // namespace texeleton::viewport
