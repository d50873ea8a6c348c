#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/runtime/event_scheduler.h"
#include "viewport/scene/crowd.h"

namespace texeleton::viewport {

/// An event of an instance, as the log shows it.
struct LoggedEvent {
  double crowdSeconds = 0.0;  ///< Time on the crowd's clock.
  std::uint32_t instance = 0;
  std::uint32_t clip = 0;  ///< Of the pack.
  std::string name;
  std::string parameter;
  double clipSeconds = 0.0;  ///< From the start of the clip.
  std::int64_t loop = 0;     ///< The number of the loop.
};

/// An instance that an event has just fired for.
struct InstanceFlash {
  std::uint32_t instance = 0;
  float strength = 1.0f;  ///< 1 when it fires, then down to 0.
};

/// Listens to the events of a crowd. To begin costs by instances; from then on only events that fire cost anything.
/// They are those of `texeleton-cli play` and come in the scheduler's order (core/runtime/event_scheduler.h).
class CrowdEvents {
 public:
  static constexpr std::size_t kLogLength = 200;
  static constexpr double kFlashSeconds = 0.35;
  static constexpr double kJumpSeconds = 10.0;
  /// The most events of one step that are taken; the rest of them is left out.
  static constexpr std::size_t kMostPerStep = 20'000;

  /// From the crowd's time on; at its time 0, events at the start of clips fire in the first step. `animation` is the
  /// crowd's.
  CrowdEvents(std::shared_ptr<const bake::BakedAnimation> animation, const Crowd& crowd);

  /// Takes what fires until the crowd's time. A time before the last one, or more than kJumpSeconds after it, is a
  /// seek: nothing fires, and listening begins anew there; so it does for another crowd of the same animation.
  void advance(const Crowd& crowd);

  const std::shared_ptr<const bake::BakedAnimation>& animation() const { return m_animation; }
  /// The latest, oldest first.
  const std::deque<LoggedEvent>& log() const { return m_log; }
  /// The events that fired in the last step.
  const std::vector<LoggedEvent>& lastStep() const { return m_lastStep; }
  /// Whether the last step had more than kMostPerStep.
  bool hasDropped() const { return m_dropped; }
  /// Events since the beginning.
  std::uint64_t firedCount() const { return m_fired; }
  /// Instances that flash at the crowd's time, the latest first, each once.
  const std::vector<InstanceFlash>& flashes() const { return m_flashes; }

 private:
  void listen(const Crowd& crowd, runtime::EventScheduler::AtStart atStart);
  void take(const runtime::CrowdEvent& event);
  void updateFlashes();

  std::shared_ptr<const bake::BakedAnimation> m_animation;
  std::vector<runtime::EventTrack> m_tracks;  ///< Of each clip.
  std::vector<std::uint32_t> m_clips;         ///< Of each instance.
  std::uint32_t m_layerClip = 0;  ///< Numbers of the scheduler from the crowd's size on are those of the layer.
  runtime::EventScheduler m_scheduler;
  std::uint64_t m_identity = 0;
  std::size_t m_fades = 0;  ///< Of Crowd::faded(): those that are known.
  double m_seconds = 0.0;
  std::deque<LoggedEvent> m_log;
  std::vector<LoggedEvent> m_lastStep;
  bool m_dropped = false;
  std::uint64_t m_fired = 0;
  std::deque<std::pair<std::uint32_t, double>> m_recent;  ///< Instance, when: those that still flash.
  std::vector<InstanceFlash> m_flashes;
};

}  // namespace texeleton::viewport
