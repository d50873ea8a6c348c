#pragma once

#include <cstdint>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::bake {

/// Chooses the frames of `dense`, which stores every frame, that need to be stored so that blending them takes no
/// vertex and no socket's origin farther than metres[i] from where it is in any frame of clip i: from each stored frame
/// the farthest is sought that keeps it (greedy; as good as any choice where a part of a way that keeps it keeps it
/// too). A negative distance keeps all frames. For withFramesDropped(). Errors: Cancelled.
Result<std::vector<std::vector<std::uint32_t>>> chooseFrames(const BakedAnimation& dense,
                                                             const std::vector<double>& metres, JobContext& job);

}  // namespace texeleton::bake
