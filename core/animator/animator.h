#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/animator/controller.h"
#include "core/animator/pose_source.h"
#include "core/transform/hierarchy.h"
#include "core/transform/reach.h"

namespace texeleton::animator {

/// A limb that shall reach for a place (pack space, metres).
struct LimbGoal {
  NodeIndex root;
  NodeIndex middle;
  NodeIndex end;
  glm::dvec3 target{0.0};
  std::optional<glm::dvec3> pole = glm::dvec3(0.0);  ///< Target direction of the elbow or knee; unset: unchanged.
  double weight = 1.0;                               ///< 0 … 1.
  NodeIndex targetNode = {};  ///< Valid: target is in this node's frame, as when a hand holds a sword.
};

/// A node that shall look at a place (pack space, metres).
struct AimGoal {
  NodeIndex node;
  glm::dvec3 axis{0.0, 0.0, 1.0};  ///< The node's own direction that shall point there.
  glm::dvec3 target{0.0};
  double maxDegrees = 180.0;  ///< Farther it does not turn.
  double weight = 1.0;        ///< 0 … 1.
};

/// The direction of a node that points to +Z in the rest pose, as glTF has characters look.
glm::dvec3 forwardAxis(const model::Model& model, NodeIndex node);

/// An event that update() passed.
struct PassedEvent {
  std::uint32_t state = 0;
  std::uint32_t child = 0;  ///< Child of the state with the largest weight.
  std::uint32_t event = 0;  ///< Event of the child.

  friend bool operator==(const PassedEvent&, const PassedEvent&) = default;
};

/// One character that plays a controller from its full skeleton, in float64, as a game's animation system does every
/// frame. Not thread-safe; characters are independent of one another, so that each thread may have its own. A copy goes
/// on from where the original is. Allocates nothing in update() once it has played each state.
class Animator {
 public:
  /// Begins in the controller's first state, at its start. InvalidArgument where the controller does not fit the model.
  static Result<Animator> create(std::shared_ptr<const model::Model> model,
                                 std::shared_ptr<const AnimatorController> controller);

  /// Sets a parameter (flags and triggers: not 0 is set). False, and no change, for an unknown name or a number that is
  /// not finite.
  bool set(std::string_view parameter, double value);
  /// The value of a parameter; none for an unknown name.
  std::optional<double> value(std::string_view parameter) const;

  /// Goes to a state at once or in `fadeSeconds`, whatever the transitions say. False, and no change, for an unknown
  /// state or a time that is negative or not finite.
  bool play(std::uint32_t state, double fadeSeconds = 0.0, double startFraction = 0.0);
  std::optional<std::uint32_t> findState(std::string_view name) const;

  /// Goals are applied after the states' pose: limbs first, then aims, each in order. A goal that cannot be (nodes that
  /// are not a limb) leaves the pose as it is.
  std::vector<LimbGoal>& limbs() { return m_limbs; }
  std::vector<AimGoal>& aims() { return m_aims; }

  /// Events of the last update() in order of time. Only from the state that plays or fades in, so that two synchronised
  /// clips do not fire twice; in a blend tree, from the clip with the largest weight. An event passed several times in
  /// one step is listed once.
  std::span<const PassedEvent> passedEvents() const { return m_events; }
  const model::ClipEvent& eventOf(const PassedEvent& passed) const {
    return m_controller->states[passed.state].children[passed.child].events[passed.event];
  }

  /// Goes on by `deltaSeconds` (≥ 0), takes transitions, and makes the pose. False, and no change, for a step that is
  /// negative or not finite.
  bool update(double deltaSeconds);

  std::uint32_t state() const { return m_now.state; }
  /// The loops of the state and its position: unrolled for states that loop, in [0, 1] for others.
  double fraction() const { return m_now.fraction; }
  /// The position in seconds since the begin of the loop, at a speed of 1.
  double seconds() const;
  /// Share of the state in the pose: below 1 while it fades in.
  double fadeWeight() const;

  /// The weight of each child of the current state.
  std::span<const double> childWeights() const { return m_states[m_now.state].weights(); }

  std::span<const glm::dmat4> worlds() const { return m_worlds; }      ///< World matrices of all nodes, pack space.
  std::span<const glm::dmat4> skinMatrices() const { return m_skin; }  ///< Skin matrices of all palette entries.
  const model::Model& model() const { return *m_model; }
  const std::shared_ptr<const model::Model>& sharedModel() const { return m_model; }
  const AnimatorController& controller() const { return *m_controller; }

 private:
  struct Playing {
    std::uint32_t state = 0;
    double fraction = 0.0;
    double before = 0.0;   ///< The fraction at the update before.
    bool isFresh = false;  ///< It has not moved yet since it began.
  };

  Animator(std::shared_ptr<const model::Model> model, std::shared_ptr<const AnimatorController> controller);

  void advance(Playing& playing, double deltaSeconds);
  void noteEvents();
  void takeTransition();
  bool mayTake(const AnimatorTransition& transition) const;
  bool holds(const AnimatorCondition& condition) const;
  void begin(std::uint32_t state, double fadeSeconds, double startFraction);
  void evaluate(const Playing& playing, animation::LocalPose& out);
  void makePose();
  void applyGoals();
  void moveTree(std::uint32_t state);

  std::shared_ptr<const model::Model> m_model;
  std::shared_ptr<const AnimatorController> m_controller;
  std::vector<double> m_parameters;
  std::vector<StatePose> m_states;

  Playing m_now;
  /// The source of the fade: a state that goes on, or the pose that was there when a fade was cut short by another.
  enum class Leaving : std::uint8_t { Nothing, State, FrozenPose };
  Leaving m_leaving = Leaving::Nothing;
  Playing m_last;
  animation::LocalPose m_frozen;
  double m_fadeSeconds = 0.0;
  double m_fadedSeconds = 0.0;

  std::vector<LimbGoal> m_limbs;
  std::vector<AimGoal> m_aims;
  std::vector<PassedEvent> m_events;

  animation::LocalPose m_rest;
  animation::LocalPose m_pose;     // as the states give it; without the goals, so that a frozen pose has none twice
  animation::LocalPose m_scratch;  // second clip of a blend tree
  animation::LocalPose m_incoming;
  transform::Hierarchy m_hierarchy;
  std::vector<transform::HierarchyNode> m_handles;
  std::vector<char> m_animated;         // nodes that some state moves
  std::vector<std::uint32_t> m_turned;  // nodes that goals turned in the pose before
  std::vector<glm::dmat4> m_worlds;
  std::vector<glm::dmat4> m_skin;
};

}  // namespace texeleton::animator
