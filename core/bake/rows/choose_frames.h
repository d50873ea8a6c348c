#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::bake {

/// Chooses the frames of `dense`, which stores every frame, that need to be stored so that blending them takes no
/// vertex and no socket's origin farther than metres[i] from where it is in any frame of clip i: from each stored frame
/// the farthest is sought that keeps it (greedy; as good as any choice where a part of a way that keeps it keeps it
/// too). A negative distance keeps all frames. Of the clips whose numbers are in `clips`; `kept`, for
/// withFramesDropped(), has a list for each clip of `dense`, and those of other clips stay. Errors: Cancelled.
Result<void> chooseFrames(const BakedAnimation& dense, const std::vector<double>& metres,
                          std::span<const std::size_t> clips, std::vector<std::vector<std::uint32_t>>& kept,
                          JobContext& job);

}  // namespace texeleton::bake
