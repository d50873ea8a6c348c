#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/runtime/crowd_clock.h"
#include "core/runtime/event_track.h"

namespace texeleton::runtime {

/// An event of an instance that is due.
struct CrowdEvent {
  std::uint32_t instance = 0;
  std::uint64_t tick = 0;  ///< The first tick at which the instance's phase has reached the event's.
  FiredEvent event;
};

/// The events of a crowd by due time: the cost depends on the events that fire (the logarithm of the number of
/// instances each), not on the number of instances. Time is that of crowd_clock.h, in 64-bit ticks that rebasing does
/// not affect; an event fires at the tick at which the instance's integer phase reaches it, without drift.
///
/// Order: by tick, then by instance; events of one instance in playback order (event_track.h), also within a tick.
class EventScheduler {
 public:
  enum class AtStart : std::uint8_t {
    Fire,  ///< Events exactly at the start fire, as with AnimationTicker::play().
    Skip,  ///< They do not fire, as with seek().
  };

  /// Plays `track` (which must outlive its use) on `instance` at `speed` from `startSeconds` of the clip, starting at
  /// `nowTicks`, as crowdPhase() does. Replaces its previous track. Indices are small and dense.
  void set(std::uint32_t instance, const EventTrack& track, double speed, double startSeconds, std::uint64_t nowTicks,
           AtStart atStart = AtStart::Fire);
  void remove(std::uint32_t instance);

  /// The next event due at or before `nowTicks`, if any. Call it until there is none; callers may stop early and
  /// continue later, so that a huge time step cannot hang.
  std::optional<CrowdEvent> next(std::uint64_t nowTicks);

  /// The number of instances with a pending event.
  std::size_t waitingCount() const { return m_heap.size(); }

 private:
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  /// The position of an instance when its next event is due: `position` at `tick`, in 2⁻⁴⁸ turns from the start of loop
  /// `loop`, exact.
  struct Player {
    EventTrack track;
    std::int64_t step = 0;  ///< Per tick, 2⁻⁴⁸ turns.
    std::int64_t position = 0;
    std::uint64_t tick = 0;
    std::int64_t loop = 0;
    std::size_t event = 0;  ///< The next to fire, in loop `loop`; the event count: none.
    bool skipsEnd = false;  ///< Began backward at the start of a loop, which is also the end of the previous one.
    std::size_t heapPlace = kNowhere;  ///< In m_heap; kNowhere: no pending event.
  };

  static Player begin(const EventTrack& track, double speed, double startSeconds, std::uint64_t nowTicks,
                      AtStart atStart);
  static bool isLeft(const Player& player);     ///< Whether an event is pending.
  static bool schedule(Player& player);         ///< Advances to the time it is due; false: never.
  static void stepEvent(Player& player);        ///< Advances to the next event.
  static std::int64_t distance(const Player&);  ///< To the event, in the direction of travel; ≤ 0: reached.

  bool isBefore(std::uint32_t a, std::uint32_t b) const;
  void put(std::size_t place, std::uint32_t instance);
  void siftUp(std::size_t place);
  void siftDown(std::size_t place);
  void push(std::uint32_t instance);
  void take(std::size_t place);

  std::vector<Player> m_players;      ///< By instance.
  std::vector<std::uint32_t> m_heap;  ///< Instances, the earliest due first.
};

}  // namespace texeleton::runtime
