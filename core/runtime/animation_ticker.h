#pragma once

#include <optional>

#include "core/runtime/clip_timing.h"
#include "core/runtime/event_track.h"

namespace texeleton::runtime {

/// Plays one clip: the input is a time step, the output two frames, a fraction and the events passed. Cheap to copy;
/// allocates nothing; depends only on its track, which must outlive it.
///
///     AnimationTicker ticker;
///     for (const FiredEvent& event : ticker.play(eventTrack(clip))) …
///     for (const FiredEvent& event : ticker.tick(deltaSeconds)) …
///     const AnimationTickOutput frames = ticker.output();
///
/// The position is kept in seconds from the clip's start, as a double: unrolled if the clip loops (it counts the
/// loops), in [0, length] if it plays once. A finished clip therefore reverses at once with its speed.
class AnimationTicker {
 public:
  /// Plays `track` from its start (once with a negative speed: from its end) or from `startSeconds`, and returns the
  /// events exactly there. A speed or start that is not finite is refused and changes nothing.
  FiredEvents play(const EventTrack& track, double speed = 1.0, std::optional<double> startSeconds = {});

  /// Advances by speed · `deltaSeconds` (either may be negative) and returns the events passed: those in (before,
  /// after] forward, in [after, before) backward. A step that is not finite is refused and changes nothing.
  FiredEvents tick(double deltaSeconds);

  /// Goes to a position without firing events. Returns false, without a change, if it is not finite.
  bool seek(double seconds);

  /// 1 is the clip's own speed, negative is backward, 0 pauses. Returns false, without a change, if it is not finite.
  bool setSpeed(double speed);

  AnimationTickOutput output() const { return sampleClip(m_track.timing, m_position); }
  double positionSeconds() const { return m_position; }
  double speed() const { return m_speed; }
  const EventTrack& track() const { return m_track; }

  /// Whether a clip that plays once has reached its end in the direction of its speed.
  bool isFinished() const;

 private:
  double bounded(double seconds) const;

  EventTrack m_track;
  double m_position = 0.0;
  double m_speed = 1.0;
};

}  // namespace texeleton::runtime
