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
/// and stores more where a clip does not keep its limit. A clip that does not keep it with all its frames stores all.
/// Errors: InvalidArgument (a clip without a limit), Limit, Cancelled.
Result<MeasuredBake> withUnevenRows(const model::Model& model, const BakeSettings& settings,
                                    const vat::BakedAnimation& dense, JobContext& job);

/// Settings of the bake with every frame, which may be larger than the final one.
BakeSettings withEvenRows(BakeSettings settings);

/// Chooses the frames of `dense`, which stores every frame, that must be stored so that no blended vertex or socket's
/// origin is farther than metres[i] from its place in any frame of clip i. From each stored frame the farthest one that
/// keeps this limit is taken (greedy; optimal if every part of a valid interval is valid). A negative distance keeps
/// all frames. Only the clips in `clips` are processed; `kept`, for withFramesDropped(), has a list for each clip of
/// `dense`, and those of other clips stay. Errors: Cancelled.
Result<void> chooseFrames(const vat::BakedAnimation& dense, const std::vector<double>& metres,
                          std::span<const std::size_t> clips, std::vector<std::vector<std::uint32_t>>& kept,
                          JobContext& job);

/// `dense`, which stores every frame, with those of each clip stored that `kept` names (ascending, counted from the
/// clip's first; the first and, of a clip that plays once, the last are among them; none farther than kMaxFrameSteps
/// from the next), and a frame table. The clips keep their frames, `dense` keeps its texels. Errors: Limit (too high;
/// too many stored frames in a looping clip).
Result<vat::BakedAnimation> withFramesDropped(const vat::BakedAnimation& dense,
                                              const std::vector<std::vector<std::uint32_t>>& kept, vat::SizeRule size,
                                              std::uint32_t maxSize);

}  // namespace texeleton::bake
