#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Chooses the frames of `dense`, which stores every frame, that must be stored so that no blended vertex or socket's
/// origin is farther than metres[i] from its place in any frame of clip i. From each stored frame it takes the farthest
/// one within this limit (greedy; optimal if every part of a valid interval is valid). A negative distance keeps all
/// frames. Only the clips in `clips` are processed; `kept`, for withFramesDropped(), has a list for each clip of
/// `dense`; lists of other clips stay unchanged. Errors: Cancelled.
Result<void> chooseFrames(const vat::BakedAnimation& dense, const std::vector<double>& metres,
                          std::span<const std::size_t> clips, std::vector<std::vector<std::uint32_t>>& kept,
                          JobContext& job);

}  // namespace texeleton::bake
