#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Factor applied to the measured errors, for errors between the sampled times and for deviations of imported FBX
/// curves: a search at sixteen times the rate, by other code, finds at most 1.014 times as much
/// (docs/decisions/0067-the-error-is-an-upper-end.md).
inline constexpr double kUnseenErrorFactor = 1.02;

/// Measures every clip of `baked`, as decoded from its texels, against the source evaluated in float64 (all influences,
/// all morph targets), over all vertices. One ClipError per clip. `model` may have meshes that `baked` lacks (see
/// modelAsBaked); they are ignored.
///
/// Times: frames; quarters between neighbouring frames, in a looping clip also between the last and the first; the
/// source's key times, just before steps and just before the end of a loop (MeasureTimes); all sixteenths of the
/// intervals that may contain the largest error. ClipError::maxMillimetres is the largest error at these times
/// multiplied by kUnseenErrorFactor, which no search at sixteen times the rate exceeds. The mean square is over frames
/// and half-frames. `encoding` compares frames with unrounded frames with the mesh's own influences, `interpolation`
/// compares blended unrounded frames with the source between frames. The loop gap is measured for every clip, looping
/// or not (its end: loopEndSeconds). Normals are compared where neither side is hidden by zero scale (squared length
/// under 1e-20) and the source is not flattened (the sign of its determinant must be reliable); angles under 4e-6°
/// count as 0. Non-finite texels have infinite error.
///
/// In bone mode, bounds exclude most vertices of a large mesh from evaluation
/// (docs/decisions/0017-few-vertices-are-measured.md). The result is bit-identical for any number of threads, CPU and
/// vector target.
/// Errors: InvalidArgument (`baked` was not made from `model`: counts differ, a clip or bone is missing; says which),
/// Limit (memory), Cancelled.
Result<std::vector<vat::ClipError>> measureError(const model::Model& model, const vat::BakedAnimation& baked,
                                                 JobContext& job);

/// The same for some clips of `baked`, by index: one ClipError each, in their order.
Result<std::vector<vat::ClipError>> measureError(const model::Model& model, const vat::BakedAnimation& baked,
                                                 std::span<const std::size_t> clips, JobContext& job);

}  // namespace texeleton::bake
