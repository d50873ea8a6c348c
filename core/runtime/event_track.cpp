#include "core/runtime/event_track.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace texeleton {

namespace {

/// Beyond this a double cannot tell one loop from the next.
constexpr std::int64_t kMaxLoop = std::int64_t{1} << 53;

/// A whole number as an integer, bounded; not a number counts as the lower bound.
std::int64_t boundedLoop(double whole) {
  constexpr double kLimit = static_cast<double>(kMaxLoop);
  if (!(whole > -kLimit)) {
    return -kMaxLoop;
  }
  return whole < kLimit ? static_cast<std::int64_t>(whole) : kMaxLoop;
}

/// The position `at` seen from the copies of an event at `time`: a whole number k where the copy k lies. Every count
/// comes from this one expression, so that the end of one step and the start of the next always agree.
double loopsAt(double at, double time, double length) { return (at - time) / length; }

std::int64_t floorLoop(double at, double time, double length) {
  return boundedLoop(std::floor(loopsAt(at, time, length)));
}
std::int64_t ceilLoop(double at, double time, double length) {
  return boundedLoop(std::ceil(loopsAt(at, time, length)));
}

}  // namespace

EventTrack eventTrack(const BakedClip& clip) { return {clipTiming(clip), clip.events}; }

std::vector<ClipEvent> sortedEvents(std::vector<ClipEvent> events, double lengthSeconds) {
  std::erase_if(events, [lengthSeconds](const ClipEvent& event) {
    return !(event.timeSeconds >= 0.0 && event.timeSeconds <= lengthSeconds);
  });
  std::stable_sort(events.begin(), events.end(),
                   [](const ClipEvent& a, const ClipEvent& b) { return a.timeSeconds < b.timeSeconds; });
  return events;
}

// Both bounds fall, or stay, as `time` grows. So in every loop the events that fire are neighbours.
std::int64_t FiredEvents::firstCopy(double time) const {
  const bool once = m_length == 0.0;
  if (m_kind == Kind::Forward) {
    return once ? (time > m_from ? 0 : 1) : floorLoop(m_from, time, m_length) + 1;
  }
  return once ? (time >= m_to ? 0 : 1) : ceilLoop(m_to, time, m_length);
}

std::int64_t FiredEvents::lastCopy(double time) const {
  const bool once = m_length == 0.0;
  if (m_kind == Kind::Backward) {
    return once ? (time < m_from ? 0 : -1) : ceilLoop(m_from, time, m_length) - 1;
  }
  return once ? (time <= m_to ? 0 : -1) : floorLoop(m_to, time, m_length);
}

std::int64_t FiredEvents::lowestLoop() const { return firstCopy(m_events.back().timeSeconds); }
std::int64_t FiredEvents::highestLoop() const { return lastCopy(m_events.front().timeSeconds); }

std::size_t FiredEvents::beginInLoop(std::int64_t loop) const {
  const auto it = std::partition_point(m_events.begin(), m_events.end(), [this, loop](const ClipEvent& event) {
    return firstCopy(event.timeSeconds) > loop;
  });
  return static_cast<std::size_t>(it - m_events.begin());
}

std::size_t FiredEvents::endInLoop(std::int64_t loop) const {
  const auto it = std::partition_point(m_events.begin(), m_events.end(), [this, loop](const ClipEvent& event) {
    return lastCopy(event.timeSeconds) >= loop;
  });
  return static_cast<std::size_t>(it - m_events.begin());
}

std::int64_t FiredEvents::count() const {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t total = 0;
  for (const ClipEvent& event : m_events) {
    const std::int64_t copies =
        std::max<std::int64_t>(0, lastCopy(event.timeSeconds) - firstCopy(event.timeSeconds) + 1);
    total = copies > kMost - total ? kMost : total + copies;
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
  for (; backward ? m_loop >= lastLoop : m_loop <= lastLoop; m_loop += backward ? -1 : 1) {
    const std::size_t begin = events.beginInLoop(m_loop);
    const std::size_t end = events.endInLoop(m_loop);
    if (begin < end) {
      m_index = backward ? end : begin;
      m_indexStop = backward ? begin : end;
      return;
    }
  }
  m_done = true;
}

FiredEvent FiredEvents::Iterator::operator*() const {
  const std::size_t index = m_events->isBackward() ? m_index - 1 : m_index;
  const ClipEvent& event = m_events->m_events[index];
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
    fired.m_from = from;
    fired.m_to = to;
    fired.m_length = playsAsLoop(track.timing) ? playLength(track.timing) : 0.0;
    fired.m_kind = to < from ? FiredEvents::Kind::Backward : FiredEvents::Kind::Forward;
  }
  return fired;
}

FiredEvents eventsAtStart(const EventTrack& track, double at, bool backward) {
  FiredEvents fired;
  if (std::isfinite(at)) {
    fired.m_events = track.events;
    fired.m_from = at;
    fired.m_to = at;
    fired.m_length = playsAsLoop(track.timing) ? playLength(track.timing) : 0.0;
    fired.m_kind = backward ? FiredEvents::Kind::StartBackward : FiredEvents::Kind::StartForward;
    if (fired.m_length > 0.0) {  // The end of a loop is not its start.
      const auto beforeEnd = [&fired](const ClipEvent& event) { return event.timeSeconds < fired.m_length; };
      const auto stop = std::partition_point(fired.m_events.begin(), fired.m_events.end(), beforeEnd);
      fired.m_events = fired.m_events.first(static_cast<std::size_t>(stop - fired.m_events.begin()));
    }
  }
  return fired;
}

}  // namespace texeleton
