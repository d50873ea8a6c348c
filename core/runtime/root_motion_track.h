#pragma once

#include "core/vat/baked_animation.h"

namespace texeleton::runtime {

/// Returns the displacement by a clip's root track, `seconds` after its start (unrolled: beyond the length each cycle
/// of a loop continues at the end of the previous one, forward and backward): p → Ry(yaw)·p + position, in the space of
/// the character at the start: an actor placed at A moves to A·this, and the pack's pose is relative to it. Exact over
/// any number of loops, since nothing is accumulated. A clip that plays once holds its ends. Zero without a track, or
/// if `seconds` is not finite.
vat::RootSample rootMotionAt(const vat::BakedClip& clip, double seconds);

/// The displacement between two times, in the space of the character at the first: an actor at A at `fromSeconds` is at
/// A·this at `toSeconds`. Either may be the later one.
vat::RootSample rootMotionBetween(const vat::BakedClip& clip, double fromSeconds, double toSeconds);

/// `first`, then `second` in the space at its end.
vat::RootSample followedBy(const vat::RootSample& first, const vat::RootSample& second);

/// The inverse displacement.
vat::RootSample inverse(const vat::RootSample& motion);

}  // namespace texeleton::runtime
