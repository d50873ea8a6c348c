#include "core/animator/pose_source.h"

#include <algorithm>
#include <glm/gtc/quaternion.hpp>

#include "core/animator/blend_weights.h"
#include "core/transform/transform.h"

namespace texeleton::animator {

StatePose::StatePose(const model::Model& model, const AnimatorState& state, bool additive)
    : m_model(&model), m_state(&state) {
  m_children.reserve(state.children.size());
  const animation::LocalPose rest = animation::restPose(model);
  animation::LocalPose pose = rest;
  for (const BlendChild& child : state.children) {
    const model::Clip& clip = model.clips[child.clip.value];
    Child made(model, child.clip);
    made.fromSeconds = child.fromSeconds.value_or(clip.startSeconds);
    made.lengthSeconds = child.toSeconds.value_or(clip.startSeconds + clip.lengthSeconds) - made.fromSeconds;
    made.taking = child.rootTaking;
    if (made.taking.node.isValid()) {
      pose = rest;
      made.sampler.sample(made.fromSeconds, pose);
      made.rootAtStart = rootOf(made.taking, pose);
    }
    m_children.push_back(std::move(made));
    if (additive) {
      sample(m_children.size() - 1, 0.0, rest, pose);
      m_children.back().firstFrame = std::make_shared<const animation::LocalPose>(pose);
    }
  }
  blendWeights(*m_state, m_x, m_y, m_weights);
}

void StatePose::moveTo(double x, double y) {
  if (x != m_x || y != m_y) {
    m_x = x;
    m_y = y;
    blendWeights(*m_state, x, y, m_weights);
  }
}

double StatePose::lengthSeconds() const {
  double length = 0.0;
  for (std::size_t i = 0; i < m_children.size(); ++i) {
    length += m_weights[i] * m_children[i].lengthSeconds;
  }
  return length;
}

std::size_t StatePose::leader() const {
  return static_cast<std::size_t>(std::max_element(m_weights.begin(), m_weights.end()) - m_weights.begin());
}

glm::dmat4 StatePose::rootOf(const root_motion::RootTaking& taking, const animation::LocalPose& pose) const {
  glm::dmat4 world(1.0);
  for (NodeIndex at = taking.node; at.isValid(); at = m_model->nodes[at.value].parent) {
    world = transform::multiplyAffine(toMatrix(pose.locals[at.value]), world);
  }
  return world;
}

// Moves the whole model, by its topmost nodes, by the inverse of the root's placement (a turn about +Y and a shift).
void StatePose::takeRootOut(const Child& child, animation::LocalPose& pose) const {
  const root_motion::RootPlacement placement =
      root_motion::placementOf(child.taking, child.rootAtStart, rootOf(child.taking, pose));
  const glm::dmat4 inverse = root_motion::inverseMatrix(placement);
  const glm::dquat turn = glm::normalize(glm::quat_cast(glm::dmat3(inverse)));
  for (std::size_t i = 0; i < pose.locals.size(); ++i) {
    if (!m_model->nodes[i].parent.isValid()) {
      transform::Transform& local = pose.locals[i];
      local.translation = glm::dvec3(inverse * glm::dvec4(local.translation, 1.0));
      local.rotation = turn * local.rotation;
    }
  }
}

void StatePose::sample(std::size_t child, double fraction, const animation::LocalPose& rest,
                       animation::LocalPose& out) {
  out = rest;  // Channels that this clip does not animate must not keep values of another clip.
  Child& from = m_children[child];
  from.sampler.sample(from.fromSeconds + fraction * from.lengthSeconds, out);
  if (from.taking.node.isValid()) {
    takeRootOut(from, out);
  }
  if (from.firstFrame) {
    animation::subtract(out, *from.firstFrame);
  }
}

void StatePose::evaluate(double fraction, const animation::LocalPose& rest, animation::LocalPose& out,
                         animation::LocalPose& scratch) {
  double sum = 0.0;
  for (std::size_t i = 0; i < m_children.size(); ++i) {
    const double weight = m_weights[i];
    if (!(weight > 0.0)) {
      continue;
    }
    if (sum == 0.0) {
      sample(i, fraction, rest, out);
    } else {
      sample(i, fraction, rest, scratch);
      animation::blendInto(out, scratch, weight / (sum + weight));  // Each child then has its weight.
    }
    sum += weight;
  }
}

}  // namespace texeleton::animator
