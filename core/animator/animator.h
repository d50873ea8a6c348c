#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/animator/controller.h"
#include "core/animator/layer_player.h"
#include "core/transform/hierarchy.h"
#include "core/transform/reach.h"

namespace texeleton::animator {

/// A limb that reaches for a place (pack space, metres).
struct LimbGoal {
  NodeIndex root;
  NodeIndex middle;
  NodeIndex end;
  glm::dvec3 target{0.0};
  std::optional<glm::dvec3> pole = glm::dvec3(0.0);  ///< Target direction of the elbow or knee; unset: unchanged.
  double weight = 1.0;                               ///< 0 … 1.
  NodeIndex targetNode = {};  ///< Valid: the target is in this node's frame, e.g. a hand on a sword.
};

/// A node that looks at a place (pack space, metres).
struct AimGoal {
  NodeIndex node;
  glm::dvec3 axis{0.0, 0.0, 1.0};  ///< The direction in the node's space that points there.
  glm::dvec3 target{0.0};
  double maxDegrees = 180.0;  ///< Limit of the turn.
  double weight = 1.0;        ///< 0 … 1.
};

/// The direction in the node's space that points to +Z, glTF's forward, in the rest pose.
glm::dvec3 forwardAxis(const model::Model& model, NodeIndex node);

/// One character that plays a controller with its full skeleton, in float64, like a game's animation system. Not
/// thread-safe, but characters are independent of one another. A copy continues from the original's state. update()
/// does not allocate once each state has been played.
class Animator {
 public:
  /// Starts in the initial state of each layer. Errors: InvalidArgument (the controller does not fit the model).
  static Result<Animator> create(std::shared_ptr<const model::Model> model,
                                 std::shared_ptr<const AnimatorController> controller);

  /// Sets a parameter (flags and triggers: not 0 is set). Returns false, without a change, for an unknown name or a
  /// number that is not finite.
  bool set(std::string_view parameter, double value);
  /// The value of a parameter; none for an unknown name.
  std::optional<double> value(std::string_view parameter) const;

  /// Goes to a state of any layer at once or in `fadeSeconds`, regardless of transitions. Returns false, without a
  /// change, for an unknown state or a time that is negative or not finite.
  bool play(std::uint32_t state, double fadeSeconds = 0.0, double startFraction = 0.0);
  std::optional<std::uint32_t> findState(std::string_view name) const;

  /// Goals are applied after the pose of all layers: limbs first, then aims, each in order. An impossible goal (nodes
  /// that are not a limb) has no effect.
  std::vector<LimbGoal>& limbs() { return m_limbs; }
  std::vector<AimGoal>& aims() { return m_aims; }

  /// Events of the last update() in order of time. Only those of the state that plays or fades in, so that two
  /// synchronised clips do not fire twice; in a blend tree, those of the clip with the largest weight. An event passed
  /// several times in one step is listed once. Upper layers pass events only while their weight is above 0.
  std::span<const PassedEvent> passedEvents() const { return m_events; }
  const model::ClipEvent& eventOf(const PassedEvent& passed) const {
    return controller().states[passed.state].children[passed.child].events[passed.event];
  }

  /// Advances by `deltaSeconds` (≥ 0), takes at most one transition in each layer, and computes the pose. A trigger
  /// that caused transitions is reset after all layers, so that it can cause one in each of them. Returns false,
  /// without a change, for a step that is negative or not finite.
  bool update(double deltaSeconds);

  /// The base and the controller's layers: `layer` below is 0 for the base, or 1 + the index of a layer.
  std::size_t layerCount() const { return m_layers.size(); }
  std::uint32_t state(std::size_t layer = 0) const { return m_layers[layer].state(); }
  /// The position in the state as a share of its length: counts on past 1 in states that loop, in [0, 1] in others.
  double fraction(std::size_t layer = 0) const { return m_layers[layer].fraction(); }
  /// The position in seconds since the start of the loop, at a speed of 1.
  double seconds(std::size_t layer = 0) const { return m_layers[layer].seconds(m_states); }
  /// Share of the state in its layer: below 1 while it fades in.
  double fadeWeight(std::size_t layer = 0) const { return m_layers[layer].fadeWeight(); }
  /// Share of a layer in the pose where its mask is 1: its weight times its parameter's value, and the fade to or from
  /// an empty state. 1 for the base.
  double layerShare(std::size_t layer) const { return m_layers[layer].weight(m_states) * m_layers[layer].presence(); }

  /// The weight of each child of the current state.
  std::span<const double> childWeights(std::size_t layer = 0) const { return m_states.poses[state(layer)].weights(); }

  std::span<const glm::dmat4> worlds() const { return m_worlds; }      ///< World matrices of all nodes, pack space.
  std::span<const glm::dmat4> skinMatrices() const { return m_skin; }  ///< Skin matrices of all palette entries.
  const model::Model& model() const { return *m_model; }
  const std::shared_ptr<const model::Model>& sharedModel() const { return m_model; }
  const AnimatorController& controller() const { return *m_states.controller; }

 private:
  Animator(std::shared_ptr<const model::Model> model, std::shared_ptr<const AnimatorController> controller);

  void takeTransitions();
  const animation::LocalPose& layeredPose();
  void makePose();
  void applyGoals();

  std::shared_ptr<const model::Model> m_model;
  PlayedStates m_states;
  std::vector<LayerPlayer> m_layers;                                // the base first
  std::shared_ptr<const std::vector<animation::PoseMask>> m_masks;  // of the layers above the base
  std::vector<std::uint32_t> m_spent;                               // triggers that caused transitions

  std::vector<LimbGoal> m_limbs;
  std::vector<AimGoal> m_aims;
  std::vector<PassedEvent> m_events;

  std::vector<TimedEvent> m_timedEvents;

  animation::LocalPose m_pose;  // of all layers, without the goals
  transform::Hierarchy m_hierarchy;
  std::vector<transform::HierarchyNode> m_handles;
  std::vector<char> m_animated;         // nodes that some state moves
  std::vector<std::uint32_t> m_turned;  // nodes that goals turned in the previous pose
  std::vector<glm::dmat4> m_worlds;
  std::vector<glm::dmat4> m_skin;
};

}  // namespace texeleton::animator
