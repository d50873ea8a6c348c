#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/animation/local_pose.h"
#include "core/animator/controller.h"
#include "core/animator/pose_source.h"

namespace texeleton::animator {

/// An event that Animator::update() passed.
struct PassedEvent {
  std::uint32_t state = 0;
  std::uint32_t child = 0;  ///< Child of the state with the largest weight.
  std::uint32_t event = 0;  ///< Event of the child.

  friend bool operator==(const PassedEvent&, const PassedEvent&) = default;
};

/// Internal to core/animator: an event and its seconds since the previous update.
struct TimedEvent {
  PassedEvent event;
  double seconds = 0.0;
};

/// Internal to core/animator: the parameters and states of a character, which its layers share.
struct PlayedStates {
  std::shared_ptr<const AnimatorController> controller;
  std::vector<double> parameters;
  std::vector<StatePose> poses;   ///< One per state.
  animation::LocalPose rest;      ///< The pose without any clip.
  animation::LocalPose scratch;   ///< Second clip of a blend tree.
  animation::LocalPose incoming;  ///< State that fades in.

  /// Sets the position of a state's blend tree by the parameters.
  void moveTree(std::uint32_t state);
};

/// Internal to core/animator: the state machine of one layer: its state, the fade into it, and their pose. A copy
/// continues from the original's state.
class LayerPlayer {
 public:
  /// Begins in the initial state of the layer (0: the base), at its start.
  LayerPlayer(const PlayedStates& states, std::uint32_t layer);

  void begin(std::uint32_t state, double fadeSeconds, double startFraction);
  /// Adds the passed events, in order of time.
  void advance(double deltaSeconds, PlayedStates& states, std::vector<TimedEvent>& events);
  /// Starts the first transition whose conditions hold, and returns it; null: there is none.
  const AnimatorTransition* takeTransition(const PlayedStates& states);
  void makePose(PlayedStates& states);

  std::uint32_t state() const { return m_now.state; }
  double fraction() const { return m_now.fraction; }
  double seconds(const PlayedStates& states) const;
  /// Share of the state in the layer: below 1 while it fades in.
  double fadeWeight() const;
  /// The weight of the layer: by its controller and parameter.
  double weight(const PlayedStates& states) const;
  /// The share of non-empty states in the layer's pose.
  double presence() const { return m_presence; }
  /// Meaningless where presence() is 0.
  const animation::LocalPose& pose() const { return m_pose; }

 private:
  struct Playing {
    std::uint32_t state = 0;
    double fraction = 0.0;
    double before = 0.0;   ///< The fraction at the previous update.
    bool isFresh = false;  ///< It has not advanced since it began.
  };

  static void move(Playing& playing, double deltaSeconds, PlayedStates& states);
  static void evaluate(const Playing& playing, PlayedStates& states, animation::LocalPose& out);
  void noteEvents(const PlayedStates& states, std::vector<TimedEvent>& events) const;
  bool mayTake(const AnimatorTransition& transition, const PlayedStates& states) const;

  std::uint32_t m_layer = 0;
  Playing m_now;
  /// The source of the fade: a state that continues, or the pose in which another fade was interrupted.
  enum class Leaving : std::uint8_t { Nothing, State, FrozenPose };
  Leaving m_leaving = Leaving::Nothing;
  Playing m_last;
  animation::LocalPose m_frozen;
  double m_frozenPresence = 1.0;
  double m_fadeSeconds = 0.0;
  double m_fadedSeconds = 0.0;
  animation::LocalPose m_pose;
  double m_presence = 1.0;
};

}  // namespace texeleton::animator
