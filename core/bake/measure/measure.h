#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// What is found at the moments that are looked at is raised by this factor, for what lies between them and for what an
/// import leaves of the curves of FBX files: a search at sixteen times the rate, by other code, finds at most 1.014
/// times as much (docs/decisions/0067-the-error-is-an-upper-end.md).
inline constexpr double kUnseenErrorFactor = 1.02;

/// Measures every clip of `baked` against the source evaluated in float64 (all influences, all morph targets), over all
/// vertices, as a decoder of the texels sees them. One ClipError per clip. `model` may have meshes that `baked` was
/// made without (see modelAsBaked); they are left out.
///
/// Times: frames; quarters between neighbours, in a looping clip also between its last and its first frame; the
/// source's key times, just before steps and just before the end of a loop (MeasureTimes); all sixteenths of the
/// intervals in which the largest error may lie there. What is found there, times kUnseenErrorFactor, is
/// ClipError::maxMillimetres: no search at sixteen times the rate finds more. The mean square is that of frames and
/// half-frames. `encoding` is taken on frames against unrounded
/// frames with the mesh's own influences, `interpolation` between frames, of unrounded frames blended against the
/// source, the loop gap of every clip, looping or not. Normals count where neither side is hidden by zero scale
/// (squared length under 1e-20) and the source is not squashed flat (no sign of a determinant tells its sides apart);
/// angles under 4e-6° count as 0. Texels that are no numbers are infinitely far off.
///
/// In bone mode most vertices of a large mesh are never evaluated: bounds say that they are nearer than others
/// (docs/decisions/0017-few-vertices-are-measured.md). The result is the same to the last bit whatever the number of
/// threads, the CPU or the vector target.
/// Errors: InvalidArgument (`baked` was not made from `model`: counts differ, clip or bone gone; says which), Limit
/// (memory), Cancelled.
Result<std::vector<ClipError>> measureError(const model::Model& model, const BakedAnimation& baked, JobContext& job);

/// The same of some clips of `baked`, by their numbers: one ClipError each, in their order.
Result<std::vector<ClipError>> measureError(const model::Model& model, const BakedAnimation& baked,
                                            std::span<const std::size_t> clips, JobContext& job);

}  // namespace texeleton::bake
