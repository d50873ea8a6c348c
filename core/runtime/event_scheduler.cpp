#include "core/runtime/event_scheduler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/runtime/event_track.h"

namespace texeleton::runtime {

namespace {

constexpr std::int64_t kPositionsPerLoop = std::int64_t{1} << 48;       ///< In positions.
constexpr std::int64_t kPositionsPerPhaseUnit = std::int64_t{1} << 16;  ///< One unit of a 32-bit phase, in positions.
constexpr double kMaxTurnsPerTick = 1024.0;
constexpr double kMaxOnceTurnsPerTick = 0.25;  ///< The limit of crowdPhase().

/// Share of a clip, 0 … 1, as a 32-bit phase; a whole turn is 2³².
std::int64_t phaseOf(double turns) { return turns > 0.0 ? std::llround(std::min(turns, 1.0) * 0x1p32) : 0; }

std::int64_t eventPhase(const EventTrack& track, std::size_t index) {
  const double length = playLength(track.timing);
  return length > 0.0 ? phaseOf(track.events[index].timeSeconds / length) : 0;
}

}  // namespace

std::int64_t EventScheduler::distance(const Player& player) {
  const std::int64_t event = eventPhase(player.track, player.event) * kPositionsPerPhaseUnit;
  if (player.step >= 0) {
    return event - player.position;
  }
  // A loop's phase is rounded down, so an event is reached up to one unit earlier; a clip played once counts from its
  // end.
  return player.position - event - (playsAsLoop(player.track.timing) ? kPositionsPerPhaseUnit - 1 : 0);
}

bool EventScheduler::isLeft(const Player& player) { return player.event < player.track.events.size(); }

void EventScheduler::stepEvent(Player& player) {
  const std::size_t count = player.track.events.size();
  const bool loops = playsAsLoop(player.track.timing);
  if (player.step >= 0) {
    if (++player.event == count && loops) {
      player.event = 0;
      ++player.loop;
      player.position -= kPositionsPerLoop;
    }
    return;
  }
  if (player.event > 0) {
    --player.event;
    return;
  }
  if (!loops) {
    player.event = count;
    return;
  }
  const bool skipsEnd = std::exchange(player.skipsEnd, false);
  player.event = count - 1;
  --player.loop;
  player.position += kPositionsPerLoop;
  while (skipsEnd && eventPhase(player.track, player.event) * kPositionsPerPhaseUnit == kPositionsPerLoop) {
    if (player.event == 0) {  // All events lie at the end: the next is a loop away.
      player.event = count - 1;
      --player.loop;
      player.position += kPositionsPerLoop;
      return;
    }
    --player.event;
  }
}

bool EventScheduler::schedule(Player& player) {
  if (!isLeft(player)) {
    return false;
  }
  const std::int64_t left = distance(player);
  if (left > 0 && player.step == 0) {
    return false;
  }
  if (left > 0) {
    const std::int64_t speed = std::abs(player.step);
    const std::int64_t ticks = (left + speed - 1) / speed;
    player.tick += static_cast<std::uint64_t>(ticks);
    player.position += ticks * player.step;
  }
  return true;
}

EventScheduler::Player EventScheduler::begin(const EventTrack& track, double speed, double startSeconds,
                                             std::uint64_t nowTicks, AtStart atStart) {
  const bool loops = playsAsLoop(track.timing);
  const double most = loops ? kMaxTurnsPerTick : kMaxOnceTurnsPerTick;
  const double turnsATick = std::clamp(turnsPerTick(track.timing, speed), -most, most);
  const double length = playLength(track.timing);
  double start = length > 0.0 ? startSeconds / length : 0.0;
  start = std::isfinite(start) ? start : 0.0;
  constexpr auto kMaxStart = static_cast<double>(kMaxLoop);
  start = loops ? std::clamp(start, -kMaxStart, kMaxStart) : std::clamp(start, 0.0, 1.0);

  Player player;
  player.track = track;
  player.tick = nowTicks;
  player.step = std::llround(turnsATick * static_cast<double>(kPositionsPerLoop));
  std::int64_t phase = 0;
  if (loops) {
    const double whole = std::floor(start);
    player.loop = static_cast<std::int64_t>(whole);
    phase = phaseOf(start - whole);
    if (phase == std::int64_t{1} << 32) {  // Rounded up to the next loop.
      phase = 0;
      ++player.loop;
    }
    player.position = phase * kPositionsPerPhaseUnit;
  } else {
    phase = phaseOf(start);
    player.position = phase * kPositionsPerPhaseUnit;
    if (player.step != 0) {  // It started a whole number of ticks ago, as in crowdPhase().
      const CrowdPhase record = crowdPhase(track.timing, speed, startSeconds);
      const std::int64_t made =
          std::min(std::abs(player.step) * static_cast<std::int64_t>(0u - record.phase), kPositionsPerLoop);
      player.position = player.step > 0 ? made : kPositionsPerLoop - made;
    }
  }
  const bool fire = atStart == AtStart::Fire;
  const std::size_t count = track.events.size();
  if (player.step >= 0) {
    while (isLeft(player) &&
           (eventPhase(track, player.event) < phase || (!fire && eventPhase(track, player.event) == phase))) {
      ++player.event;
    }
    if (player.event == count && count > 0 && loops) {
      player.event = count - 1;
      stepEvent(player);
    }
  } else {
    player.skipsEnd = loops && phase == 0;
    player.event = count;
    while (player.event > 0 &&
           (eventPhase(track, player.event - 1) > phase || (!fire && eventPhase(track, player.event - 1) == phase))) {
      --player.event;
    }
    if (player.event > 0) {
      --player.event;
    } else if (count > 0) {
      stepEvent(player);
    }
  }
  return player;
}

void EventScheduler::set(std::uint32_t instance, const EventTrack& track, double speed, double startSeconds,
                         std::uint64_t nowTicks, AtStart atStart) {
  remove(instance);
  if (instance >= m_players.size()) {
    m_players.resize(std::size_t{instance} + 1);
  }
  Player& player = m_players[instance];
  player = begin(track, speed, startSeconds, nowTicks, atStart);
  player.heapPlace = kNowhere;
  if (schedule(player)) {
    push(instance);
  }
}

void EventScheduler::remove(std::uint32_t instance) {
  if (instance < m_players.size() && m_players[instance].heapPlace != kNowhere) {
    take(m_players[instance].heapPlace);
  }
}

std::optional<CrowdEvent> EventScheduler::next(std::uint64_t nowTicks) {
  if (m_heap.empty() || m_players[m_heap.front()].tick > nowTicks) {
    return std::nullopt;
  }
  const std::uint32_t instance = m_heap.front();
  Player& player = m_players[instance];
  const model::ClipEvent& event = player.track.events[player.event];
  const CrowdEvent fired{
      instance, player.tick, {event.name, event.parameter, event.timeSeconds, player.loop, player.event}};
  stepEvent(player);
  if (schedule(player)) {
    siftDown(0);
  } else {
    take(0);
  }
  return fired;
}

bool EventScheduler::isBefore(std::uint32_t a, std::uint32_t b) const {
  return std::pair(m_players[a].tick, a) < std::pair(m_players[b].tick, b);
}

void EventScheduler::put(std::size_t place, std::uint32_t instance) {
  m_heap[place] = instance;
  m_players[instance].heapPlace = place;
}

void EventScheduler::siftUp(std::size_t place) {
  const std::uint32_t instance = m_heap[place];
  while (place > 0 && isBefore(instance, m_heap[(place - 1) / 2])) {
    put(place, m_heap[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  put(place, instance);
}

void EventScheduler::siftDown(std::size_t place) {
  const std::uint32_t instance = m_heap[place];
  for (std::size_t child = 2 * place + 1; child < m_heap.size(); child = 2 * place + 1) {
    if (child + 1 < m_heap.size() && isBefore(m_heap[child + 1], m_heap[child])) {
      ++child;
    }
    if (!isBefore(m_heap[child], instance)) {
      break;
    }
    put(place, m_heap[child]);
    place = child;
  }
  put(place, instance);
}

void EventScheduler::push(std::uint32_t instance) {
  m_heap.push_back(instance);
  siftUp(m_heap.size() - 1);
}

void EventScheduler::take(std::size_t place) {
  m_players[m_heap[place]].heapPlace = kNowhere;
  const std::uint32_t last = m_heap.back();
  m_heap.pop_back();
  if (place < m_heap.size()) {
    put(place, last);
    siftUp(place);
    siftDown(m_players[last].heapPlace);
  }
}

}  // namespace texeleton::runtime
