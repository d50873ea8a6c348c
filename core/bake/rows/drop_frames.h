#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Returns `dense`, which stores every frame, reduced to the stored frames in `kept` and with a frame table. `kept`
/// counts from the clip's first frame, ascends, includes the first and, in a clip that plays once, the last; gaps are
/// at most kMaxFrameSteps. The clips keep their frame counts, `dense` keeps its texels. Errors: Limit (too high; too
/// many stored frames in a looping clip).
Result<vat::BakedAnimation> withFramesDropped(const vat::BakedAnimation& dense,
                                              const std::vector<std::vector<std::uint32_t>>& kept, vat::SizeRule size,
                                              std::uint32_t maxSize);

}  // namespace texeleton::bake
