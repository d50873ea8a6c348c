#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/animation/local_pose.h"
#include "core/animator/controller.h"

namespace texeleton::animator {

/// Internal to core/animator: the pose of one state, at a share of its length. In additive layers: the difference of
/// each clip from its first frame.
class StatePose {
 public:
  StatePose(const model::Model& model, const AnimatorState& state, bool additive);

  /// Sets the position in the blend tree; cheap if unchanged.
  void moveTo(double x, double y);
  /// Seconds of one pass; 0 if the clips have no length.
  double lengthSeconds() const;
  double childSeconds(std::size_t child) const { return m_children[child].lengthSeconds; }
  bool isEmpty() const { return m_children.empty(); }
  /// The child with the largest weight; 0 for an empty state.
  std::size_t leader() const;
  std::span<const double> weights() const { return m_weights; }
  /// Writes the pose at `fraction` of the length, in [0, 1]. An empty state has none. `scratch` is a pose of the same
  /// model, overwritten.
  void evaluate(double fraction, const animation::LocalPose& rest, animation::LocalPose& out,
                animation::LocalPose& scratch);

 private:
  struct Child {
    Child(const model::Model& model, ClipIndex clip) : sampler(model, clip) {}
    animation::LocalSampler sampler;
    double fromSeconds = 0.0;
    double lengthSeconds = 0.0;
    root_motion::RootTaking taking;
    glm::dmat4 rootAtStart{1.0};
    std::shared_ptr<const animation::LocalPose> firstFrame;  // of additive layers
  };
  void sample(std::size_t child, double fraction, const animation::LocalPose& rest, animation::LocalPose& out);
  glm::dmat4 rootOf(const root_motion::RootTaking& taking, const animation::LocalPose& pose) const;
  void takeRootOut(const Child& child, animation::LocalPose& pose) const;

  const model::Model* m_model;
  const AnimatorState* m_state;
  std::vector<Child> m_children;
  std::vector<double> m_weights;
  double m_x = 0.0;
  double m_y = 0.0;
};

}  // namespace texeleton::animator
