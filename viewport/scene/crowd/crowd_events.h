#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/runtime/event_scheduler.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

/// An event of an instance, as the log shows it.
struct LoggedEvent {
  double crowdSeconds = 0.0;  ///< Time on the crowd's clock.
  std::uint32_t instance = 0;
  std::uint32_t clip = 0;  ///< Clip of the pack.
  std::string name;
  std::string parameter;
  double clipSeconds = 0.0;  ///< From the start of the clip.
  std::int64_t loop = 0;     ///< The number of the loop.
};

/// An instance for which an event has just fired.
struct InstanceFlash {
  std::uint32_t instance = 0;
  float strength = 1.0f;  ///< 1 when it fires, then falls to 0.
};

/// Listens to the events of a crowd. Construction costs time per instance, later steps only per event. The events are
/// those of `texeleton-cli play`, in the scheduler's order (core/runtime/event_scheduler.h).
class CrowdEvents {
 public:
  static constexpr std::size_t kLogLength = 200;
  static constexpr double kFlashSeconds = 0.35;
  static constexpr double kJumpSeconds = 10.0;
  /// Maximum number of events taken in one step; further ones are dropped.
  static constexpr std::size_t kMostPerStep = 20'000;

  /// Listens from the crowd's current time on; at time 0, events at the start of clips fire in the first step.
  /// `animation` must be the crowd's.
  CrowdEvents(std::shared_ptr<const vat::BakedAnimation> animation, const Crowd& crowd);

  /// Takes the events up to the crowd's time. A time before the last one, or more than kJumpSeconds after it, is a
  /// seek: no event fires and listening restarts there. The same applies to another crowd of the same animation.
  void advance(const Crowd& crowd);

  const std::shared_ptr<const vat::BakedAnimation>& animation() const { return m_animation; }
  /// The latest events, oldest first.
  const std::deque<LoggedEvent>& log() const { return m_log; }
  /// The events of the last step.
  const std::vector<LoggedEvent>& lastStep() const { return m_lastStep; }
  /// Whether the last step exceeded kMostPerStep.
  bool hasDropped() const { return m_dropped; }
  /// Number of events since the beginning.
  std::uint64_t firedCount() const { return m_fired; }
  /// Instances that flash at the crowd's time, latest first, each once.
  const std::vector<InstanceFlash>& flashes() const { return m_flashes; }

 private:
  void listen(const Crowd& crowd, runtime::EventScheduler::AtStart atStart);
  void take(const runtime::CrowdEvent& event);
  void updateFlashes();

  std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::vector<runtime::EventTrack> m_tracks;  ///< One for each clip.
  std::vector<std::uint32_t> m_clips;         ///< Clip of each instance.
  std::uint32_t m_layerClip = 0;  ///< Instance numbers of the scheduler from the crowd's size on belong to the layer.
  runtime::EventScheduler m_scheduler;
  std::uint64_t m_identity = 0;
  std::size_t m_fades = 0;  ///< Number of entries of Crowd::faded() that were processed.
  double m_seconds = 0.0;
  std::deque<LoggedEvent> m_log;
  std::vector<LoggedEvent> m_lastStep;
  bool m_dropped = false;
  std::uint64_t m_fired = 0;
  std::deque<std::pair<std::uint32_t, double>> m_recent;  ///< Instance and time of those that still flash.
  std::vector<InstanceFlash> m_flashes;
};

}  // namespace texeleton::viewport
