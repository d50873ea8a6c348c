#include "core/runtime/event_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace texeleton::runtime {

namespace {

/// Limit of loops without events at the ends of a step: events are at most a loop apart, so there cannot be more unless
/// the events violate their contract; then the step ends instead of hanging.
constexpr int kMaxEmptyLoops = 8;

}  // namespace

EventTrack eventTrack(const vat::BakedClip& clip) { return {clipTiming(clip), clip.events}; }

std::vector<model::ClipEvent> sortedEvents(std::vector<model::ClipEvent> events, double lengthSeconds) {
  std::erase_if(events, [lengthSeconds](const model::ClipEvent& event) {
    return !(event.timeSeconds >= 0.0 && event.timeSeconds <= lengthSeconds);
  });
  std::ranges::stable_sort(events, {}, &model::ClipEvent::timeSeconds);
  return events;
}

FiredEvents::Place::Place(double seconds, double length) : rest(seconds) {
  if (length == 0.0) {
    return;
  }
  constexpr double kMaxPlace = static_cast<double>(kMaxLoop);
  const double whole = std::floor(seconds / length);
  rest = 0.0;
  if (whole <= -kMaxPlace || whole >= kMaxPlace) {
    loop = whole < 0.0 ? -kMaxLoop : kMaxLoop;
    return;
  }
  loop = static_cast<std::int64_t>(whole);
  rest = std::max(0.0, std::fma(-whole, length, seconds));  // The quotient may have been rounded up to a whole number.
}

std::int64_t FiredEvents::Place::floorLoop(double time) const { return rest >= time ? loop : loop - 1; }

std::int64_t FiredEvents::Place::ceilLoop(double time, double length) const {
  if (rest > time) {
    return loop + 1;
  }
  return length > 0.0 && rest == 0.0 && time >= length ? loop - 1 : loop;  // The end of the previous loop lies here
                                                                           // too.
}

// Both bounds decrease monotonically with `time`, so the events that fire in a loop are contiguous. Once, only copy 0
// exists, and Place::loop is always 0: both bounds are 0 if it fires.
std::int64_t FiredEvents::firstCopy(double time) const {
  return m_kind == Kind::Forward ? m_from.floorLoop(time) + 1 : m_to.ceilLoop(time, m_length);
}

std::int64_t FiredEvents::lastCopy(double time) const {
  return m_kind == Kind::Backward ? m_from.ceilLoop(time, m_length) - 1 : m_to.floorLoop(time);
}

std::int64_t FiredEvents::lowestLoop() const { return firstCopy(m_events.back().timeSeconds); }
std::int64_t FiredEvents::highestLoop() const { return lastCopy(m_events.front().timeSeconds); }

std::size_t FiredEvents::beginInLoop(std::int64_t loop) const {
  const auto it = std::ranges::partition_point(
      m_events, [this, loop](const model::ClipEvent& event) { return firstCopy(event.timeSeconds) > loop; });
  return static_cast<std::size_t>(it - m_events.begin());
}

std::size_t FiredEvents::endInLoop(std::int64_t loop) const {
  const auto it = std::ranges::partition_point(
      m_events, [this, loop](const model::ClipEvent& event) { return lastCopy(event.timeSeconds) >= loop; });
  return static_cast<std::size_t>(it - m_events.begin());
}

std::int64_t FiredEvents::count() const {
  constexpr std::int64_t kMostCounted = std::numeric_limits<std::int64_t>::max();
  std::int64_t total = 0;
  for (const model::ClipEvent& event : m_events) {
    const std::int64_t copies =
        std::max<std::int64_t>(0, lastCopy(event.timeSeconds) - firstCopy(event.timeSeconds) + 1);
    total = copies > kMostCounted - total ? kMostCounted : total + copies;
  }
  return total;
}

FiredEvents FiredEvents::refusal() {
  FiredEvents events;
  events.m_refused = true;
  return events;
}

FiredEvents::Iterator::Iterator(const FiredEvents& events) : m_events(&events) {
  if (!events.m_events.empty()) {
    m_done = false;
    m_loop = events.isBackward() ? events.highestLoop() : events.lowestLoop();
    enterLoop();
  }
}

/// Finds the events of m_loop, or of the next loop that has any; only the outermost loops of a step can be empty.
void FiredEvents::Iterator::enterLoop() {
  const FiredEvents& events = *m_events;
  const bool backward = events.isBackward();
  const std::int64_t lastLoop = backward ? events.lowestLoop() : events.highestLoop();
  for (int empty = 0; empty < kMaxEmptyLoops && (backward ? m_loop >= lastLoop : m_loop <= lastLoop); ++empty) {
    const std::size_t begin = events.beginInLoop(m_loop);
    const std::size_t end = events.endInLoop(m_loop);
    if (begin < end) {
      m_index = backward ? end : begin;
      m_indexStop = backward ? begin : end;
      return;
    }
    m_loop += backward ? -1 : 1;
  }
  m_done = true;
}

FiredEvent FiredEvents::Iterator::operator*() const {
  const std::size_t index = m_events->isBackward() ? m_index - 1 : m_index;
  const model::ClipEvent& event = m_events->m_events[index];
  return {event.name, event.parameter, event.timeSeconds, m_loop, index};
}

FiredEvents::Iterator& FiredEvents::Iterator::operator++() {
  const bool backward = m_events->isBackward();
  backward ? --m_index : ++m_index;
  if (m_index == m_indexStop) {
    m_loop += backward ? -1 : 1;
    enterLoop();
  }
  return *this;
}

FiredEvents eventsBetween(const EventTrack& track, double from, double to) {
  FiredEvents fired;
  if (std::isfinite(from) && std::isfinite(to) && from != to) {
    fired.m_events = track.events;
    fired.m_length = playsAsLoop(track.timing) ? playLength(track.timing) : 0.0;
    fired.m_from = FiredEvents::Place(from, fired.m_length);
    fired.m_to = FiredEvents::Place(to, fired.m_length);
    fired.m_kind = to < from ? FiredEvents::Kind::Backward : FiredEvents::Kind::Forward;
  }
  return fired;
}

FiredEvents eventsAtStart(const EventTrack& track, double at, bool backward) {
  FiredEvents fired;
  if (std::isfinite(at)) {
    fired.m_events = track.events;
    fired.m_length = playsAsLoop(track.timing) ? playLength(track.timing) : 0.0;
    fired.m_from = FiredEvents::Place(at, fired.m_length);
    fired.m_to = fired.m_from;
    fired.m_kind = backward ? FiredEvents::Kind::StartBackward : FiredEvents::Kind::StartForward;
    if (fired.m_length > 0.0) {  // The end of a loop is not its start.
      const auto beforeEnd = [&fired](const model::ClipEvent& event) { return event.timeSeconds < fired.m_length; };
      const auto stop = std::ranges::partition_point(fired.m_events, beforeEnd);
      fired.m_events = fired.m_events.first(static_cast<std::size_t>(stop - fired.m_events.begin()));
    }
  }
  return fired;
}

}  // namespace texeleton::runtime
