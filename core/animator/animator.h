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

/// One character that plays a controller from its full skeleton, in float64, as a game's animation system does every
/// frame. Not thread-safe; characters are independent of one another, so that each thread may have its own. A copy goes
/// on from where the original is. Allocates nothing in update() once it has played each state.
class Animator {
 public:
  /// Begins in the initial state of each layer, at its start. InvalidArgument where the controller does not fit the
  /// model.
  static Result<Animator> create(std::shared_ptr<const model::Model> model,
                                 std::shared_ptr<const AnimatorController> controller);

  /// Sets a parameter (flags and triggers: not 0 is set). False, and no change, for an unknown name or a number that is
  /// not finite.
  bool set(std::string_view parameter, double value);
  /// The value of a parameter; none for an unknown name.
  std::optional<double> value(std::string_view parameter) const;

  /// Goes to a state of any layer at once or in `fadeSeconds`, whatever the transitions say. False, and no change, for
  /// an unknown state or a time that is negative or not finite.
  bool play(std::uint32_t state, double fadeSeconds = 0.0, double startFraction = 0.0);
  std::optional<std::uint32_t> findState(std::string_view name) const;

  /// Goals are applied after the pose of all layers: limbs first, then aims, each in order. A goal that cannot be
  /// (nodes that are not a limb) leaves the pose as it is.
  std::vector<LimbGoal>& limbs() { return m_limbs; }
  std::vector<AimGoal>& aims() { return m_aims; }

  /// Events of the last update() in order of time. Only from the state that plays or fades in, so that two synchronised
  /// clips do not fire twice; in a blend tree, from the clip with the largest weight. An event passed several times in
  /// one step is listed once. Upper layers pass events only while their weight is above 0.
  std::span<const PassedEvent> passedEvents() const { return m_events; }
  const model::ClipEvent& eventOf(const PassedEvent& passed) const {
    return controller().states[passed.state].children[passed.child].events[passed.event];
  }

  /// Goes on by `deltaSeconds` (≥ 0), takes one transition in each layer at most, and makes the pose. A trigger that
  /// let transitions through is put down after all layers, so that it may start one in each of them. False, and no
  /// change, for a step that is negative or not finite.
  bool update(double deltaSeconds);

  /// The base and the controller's layers: `layer` below is 0 for the base, or 1 + the index of a layer.
  std::size_t layerCount() const { return m_layers.size(); }
  std::uint32_t state(std::size_t layer = 0) const { return m_layers[layer].state(); }
  /// The loops of the state and its position: unrolled for states that loop, in [0, 1] for others.
  double fraction(std::size_t layer = 0) const { return m_layers[layer].fraction(); }
  /// The position in seconds since the begin of the loop, at a speed of 1.
  double seconds(std::size_t layer = 0) const { return m_layers[layer].seconds(m_states); }
  /// Share of the state in its layer: below 1 while it fades in.
  double fadeWeight(std::size_t layer = 0) const { return m_layers[layer].fadeWeight(); }
  /// Share of a layer in the pose where its mask is 1: its weight and its parameter's value, and the fade to or from an
  /// empty state. 1 for the base.
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
  std::vector<std::uint32_t> m_spent;                               // triggers that let transitions through

  std::vector<LimbGoal> m_limbs;
  std::vector<AimGoal> m_aims;
  std::vector<PassedEvent> m_events;

  std::vector<TimedEvent> m_timedEvents;

  animation::LocalPose m_pose;  // of all layers, without the goals
  transform::Hierarchy m_hierarchy;
  std::vector<transform::HierarchyNode> m_handles;
  std::vector<char> m_animated;         // nodes that some state moves
  std::vector<std::uint32_t> m_turned;  // nodes that goals turned in the pose before
  std::vector<glm::dmat4> m_worlds;
  std::vector<glm::dmat4> m_skin;
};

}  // namespace texeleton::animator
