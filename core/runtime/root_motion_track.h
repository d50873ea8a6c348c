#pragma once

#include "core/vat/baked_animation.h"

namespace texeleton::runtime {

/// Returns the displacement by a clip's root track, `seconds` after its start (unrolled: beyond the length a loop goes
/// on from where the cycle before it ended, forward and backward): p → Ry(yaw)·p + position, in the space that the
/// character had at the start. So an actor placed at A is at A·this, and the pack's pose is drawn on top. Exact over
/// any number of loops: nothing is added up. A clip that plays once holds its ends. All zero without a track, or when
/// `seconds` is not finite.
vat::RootSample rootMotionAt(const vat::BakedClip& clip, double seconds);

/// The step from one time to another, in the space that the character has at the first: an actor placed at A for
/// `fromSeconds` is at A·this for `toSeconds`. Either may be the later one.
vat::RootSample rootMotionBetween(const vat::BakedClip& clip, double fromSeconds, double toSeconds);

/// `first`, then `second` in the space where it left off.
vat::RootSample followedBy(const vat::RootSample& first, const vat::RootSample& second);

/// The way back.
vat::RootSample inverse(const vat::RootSample& motion);

}  // namespace texeleton::runtime
