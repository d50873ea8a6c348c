#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// RowSpacing::Uneven: chooses which frames of `dense`, the bake with every frame, to store (chooseFrames), measures,
/// and stores more where a clip exceeds its limit. A clip that exceeds it even with all frames stores all. Errors:
/// InvalidArgument (a clip without a limit), Limit, Cancelled.
Result<MeasuredBake> withUnevenRows(const model::Model& model, const BakeSettings& settings,
                                    const vat::BakedAnimation& dense, JobContext& job);

/// Settings of the bake with every frame, which may be larger than the final one.
BakeSettings withEvenRows(BakeSettings settings);

/// Chooses the frames of `dense`, which stores every frame, that must be stored so that no blended vertex or socket's
/// origin is farther than metres[i] from its place in any frame of clip i. From each stored frame it takes the farthest
/// one within this limit (greedy; optimal if every part of a valid interval is valid). A negative distance keeps all
/// frames. Only the clips in `clips` are processed; `kept`, for withFramesDropped(), has a list for each clip of
/// `dense`; lists of other clips stay unchanged. Errors: Cancelled.
Result<void> chooseFrames(const vat::BakedAnimation& dense, const std::vector<double>& metres,
                          std::span<const std::size_t> clips, std::vector<std::vector<std::uint32_t>>& kept,
                          JobContext& job);

/// Returns `dense`, which stores every frame, reduced to the stored frames in `kept` and with a frame table. `kept`
/// counts from the clip's first frame, ascends, includes the first and, in a clip that plays once, the last; gaps are
/// at most kMaxFrameSteps. The clips keep their frame counts, `dense` keeps its texels. Errors: Limit (too high; too
/// many stored frames in a looping clip).
Result<vat::BakedAnimation> withFramesDropped(const vat::BakedAnimation& dense,
                                              const std::vector<std::vector<std::uint32_t>>& kept, vat::SizeRule size,
                                              std::uint32_t maxSize);

}  // namespace texeleton::bake
