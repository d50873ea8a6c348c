#include "core/runtime/animation_ticker.h"

#include <algorithm>
#include <cmath>

namespace texeleton::runtime {

double AnimationTicker::bounded(double seconds) const {
  return playsAsLoop(m_track.timing) ? seconds : std::clamp(seconds, 0.0, playLength(m_track.timing));
}

FiredEvents AnimationTicker::play(const EventTrack& track, double speed, std::optional<double> startSeconds) {
  const bool startsAtEnd = speed < 0.0 && !playsAsLoop(track.timing);
  const double start = startSeconds.value_or(startsAtEnd ? playLength(track.timing) : 0.0);
  if (!std::isfinite(speed) || !std::isfinite(start)) {
    return FiredEvents::refusal();
  }
  m_track = track;
  m_speed = speed;
  m_position = bounded(start);
  return eventsAtStart(m_track, m_position, speed < 0.0);
}

FiredEvents AnimationTicker::tick(double deltaSeconds) {
  const double position = m_position + m_speed * deltaSeconds;
  if (!std::isfinite(position)) {
    return FiredEvents::refusal();
  }
  const double before = m_position;
  m_position = bounded(position);
  return eventsBetween(m_track, before, m_position);
}

bool AnimationTicker::seek(double seconds) {
  if (!std::isfinite(seconds)) {
    return false;
  }
  m_position = bounded(seconds);
  return true;
}

bool AnimationTicker::setSpeed(double speed) {
  if (!std::isfinite(speed)) {
    return false;
  }
  m_speed = speed;
  return true;
}

bool AnimationTicker::isFinished() const {
  if (playsAsLoop(m_track.timing)) {
    return false;
  }
  return m_speed < 0.0 ? m_position <= 0.0 : m_position >= playLength(m_track.timing);
}

}  // namespace texeleton::runtime
