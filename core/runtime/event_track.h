#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/model.h"
#include "core/runtime/clip_timing.h"

namespace texeleton::runtime {

/// The last loop that is counted: beyond it a double cannot distinguish loops.
inline constexpr std::int64_t kMaxLoop = std::int64_t{1} << 53;

/// A clip to play: its timing and a view of its events, which must outlive it. Events ascend in time, ties in firing
/// order, and lie in [0, length] (as in BakedClip; see sortedEvents()).
struct EventTrack {
  ClipTiming timing;
  std::span<const model::ClipEvent> events;
};

EventTrack eventTrack(const vat::BakedClip& clip);

/// Drops events outside [0, lengthSeconds] or at NaN and sorts the others by time (stable).
std::vector<model::ClipEvent> sortedEvents(std::vector<model::ClipEvent> events, double lengthSeconds);

/// An event that fired: copy `loop` of the track's event `index`, at clip time e, on the unrolled axis at e + loop·L.
struct FiredEvent {
  std::string_view name;
  std::string_view parameter;
  double timeSeconds = 0.0;  ///< From the start of the clip.
  std::int64_t loop = 0;     ///< The number of the loop; 0 for clips that play once, negative before the start.
  std::size_t index = 0;     ///< Into EventTrack::events.
};

/// The events of one step, in firing order, found lazily: the cost of a step depends only on the events that the caller
/// reads. Allocates nothing; refers to the track's events.
///
/// Copies of an event at e lie at e + k·L. A step forward from x₀ to x₁ fires the copies k with
/// floor((x₀ − e)/L) < k ≤ floor((x₁ − e)/L), one backward those with ceil((x₁ − e)/L) ≤ k < ceil((x₀ − e)/L). Both are
/// computed from x = K·L + r, split once for all events: x has the same split as the end of one step and as the start
/// of the next, and one K for all events, so that none is lost, doubled or overtaken, for any division of time
/// (rounding each quotient separately can let the event at 0 overtake the one at L). Since e ≤ L, firing order is the
/// order of (k, index). |k| is bounded by kMaxLoop.
class FiredEvents {
 public:
  class Iterator {
   public:
    using value_type = FiredEvent;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    FiredEvent operator*() const;
    Iterator& operator++();
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& it, std::default_sentinel_t /*end*/) { return it.m_done; }

   private:
    friend class FiredEvents;
    explicit Iterator(const FiredEvents& events);
    void enterLoop();

    const FiredEvents* m_events = nullptr;
    std::int64_t m_loop = 0;
    std::size_t m_index = 0;      ///< Forward: the event; backward: one past it.
    std::size_t m_indexStop = 0;  ///< The end of this loop's events.
    bool m_done = true;
  };

  FiredEvents() = default;

  Iterator begin() const { return Iterator(*this); }
  static std::default_sentinel_t end() { return {}; }
  bool empty() const { return begin() == end(); }

  /// Whether the step was refused because it was not finite.
  bool refused() const { return m_refused; }
  static FiredEvents refusal();

  /// The number of events, in constant time. At most 2⁶³ − 1.
  std::int64_t count() const;

 private:
  friend FiredEvents eventsBetween(const EventTrack& track, double from, double to);
  friend FiredEvents eventsAtStart(const EventTrack& track, double at, bool backward);

  enum class Kind : std::uint8_t { Forward, Backward, StartForward, StartBackward };

  bool isBackward() const { return m_kind == Kind::Backward || m_kind == Kind::StartBackward; }
  std::int64_t firstCopy(double time) const;  ///< Lowest k of an event at `time` that fires.
  std::int64_t lastCopy(double time) const;   ///< Highest.
  std::int64_t lowestLoop() const;
  std::int64_t highestLoop() const;
  std::size_t beginInLoop(std::int64_t loop) const;
  std::size_t endInLoop(std::int64_t loop) const;

  /// A position as whole loops and the rest, in [0, L]; once: no loops.
  struct Place {
    Place() = default;
    Place(double seconds, double length);
    std::int64_t floorLoop(double time) const;                ///< Highest k of the copies at or before this position.
    std::int64_t ceilLoop(double time, double length) const;  ///< Lowest k of those at or after it.
    std::int64_t loop = 0;
    double rest = 0.0;
  };

  std::span<const model::ClipEvent> m_events;
  Place m_from;
  Place m_to;
  double m_length = 0.0;  ///< 0: plays once.
  Kind m_kind = Kind::Forward;
  bool m_refused = false;
};

/// Returns the events that fire when the unrolled position moves from `from` to `to` seconds: (from, to] forward, [to,
/// from) backward, in descending order. Empty if they are equal or not finite.
FiredEvents eventsBetween(const EventTrack& track, double from, double to);

/// Returns the events that fire when playback starts at `at`: those exactly there. At the start of a loop the events at
/// 0, not those at L.
FiredEvents eventsAtStart(const EventTrack& track, double at, bool backward);

}  // namespace texeleton::runtime
