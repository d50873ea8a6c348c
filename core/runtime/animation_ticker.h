#pragma once

#include <optional>

#include "core/runtime/clip_timing.h"
#include "core/runtime/event_track.h"

namespace texeleton::runtime {

/// Plays one clip: data in (a step of time), data out (two frames, a fraction, the events on the way). Cheap to copy;
/// allocates nothing; independent of everything but the track it was given, which must outlive it.
///
///     AnimationTicker ticker;
///     for (const FiredEvent& event : ticker.play(eventTrack(clip))) …
///     for (const FiredEvent& event : ticker.tick(deltaSeconds)) …
///     const AnimationTickOutput frames = ticker.output();
///
/// The position is kept in seconds from the clip's start, as a double: unrolled when the clip loops (it counts the
/// loops), in [0, length] when it plays once. So a clip that has ended turns round at once when its speed is reversed.
class AnimationTicker {
 public:
  /// Starts `track` at its start (once with a negative speed: at its end) or at `startSeconds`, and gives the events
  /// that lie exactly there. A speed or start that is not finite is refused and changes nothing.
  FiredEvents play(const EventTrack& track, double speed = 1.0, std::optional<double> startSeconds = {});

  /// Goes on by speed · `deltaSeconds` (either may be negative) and gives the events on the way: those in (before,
  /// after] forward, in [after, before) backward. A step that is not finite is refused and changes nothing.
  FiredEvents tick(double deltaSeconds);

  /// Goes to a position without firing anything. False, and no change, when it is not finite.
  bool seek(double seconds);

  /// 1 is the clip's own speed, negative is backward, 0 holds still. False, and no change, when it is not finite.
  bool setSpeed(double speed);

  AnimationTickOutput output() const { return sampleClip(m_track.timing, m_position); }
  double positionSeconds() const { return m_position; }
  double speed() const { return m_speed; }
  const EventTrack& track() const { return m_track; }

  /// Whether a clip that plays once has reached the end that its speed leads to.
  bool isFinished() const;

 private:
  double bounded(double seconds) const;

  EventTrack m_track;
  double m_position = 0.0;
  double m_speed = 1.0;
};

}  // namespace texeleton::runtime
