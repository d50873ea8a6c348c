#pragma once

#include "core/bake/baked_animation.h"

namespace texeleton {

/// Where a clip's root track has carried the character `seconds` (unrolled: beyond the length a loop goes on from where
/// the cycle before it ended, forward and backward) after its start: p → Ry(yaw)·p + position, in the space that the
/// character had there. So an actor placed at A is at A·this, and the pack's pose is drawn on top. Exact over any
/// number of loops: nothing is added up. A clip that plays once holds its ends. All zero without a track, or when
/// `seconds` is not finite.
RootSample rootMotionAt(const BakedClip& clip, double seconds);

/// The step from one time to another, in the space that the character has at the first: an actor placed at A for
/// `fromSeconds` is at A·this for `toSeconds`. Either may be the later one.
RootSample rootMotionBetween(const BakedClip& clip, double fromSeconds, double toSeconds);

/// `first`, then `second` in the space where it left off.
RootSample followedBy(const RootSample& first, const RootSample& second);

/// The way back.
RootSample inverse(const RootSample& motion);

}  // namespace texeleton
