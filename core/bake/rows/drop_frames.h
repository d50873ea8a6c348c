#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// `dense`, which stores every frame, with those of each clip stored that `kept` names (ascending, counted from the
/// clip's first; the first and, of a clip that plays once, the last are among them; none farther than kMaxFrameSteps
/// from the next), and a frame table. The clips keep their frames, `dense` keeps its texels. Errors: Limit (too high;
/// too many stored frames in a looping clip).
Result<vat::BakedAnimation> withFramesDropped(const vat::BakedAnimation& dense,
                                              const std::vector<std::vector<std::uint32_t>>& kept, vat::SizeRule size,
                                              std::uint32_t maxSize);

}  // namespace texeleton::bake
