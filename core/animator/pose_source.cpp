#include "core/animator/pose_source.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <numeric>

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
  return static_cast<std::size_t>(std::ranges::max_element(m_weights) - m_weights.begin());
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

namespace {

void alongOneAxis(const std::vector<BlendChild>& children, double x, std::vector<double>& weights) {
  if (!(x > children.front().x)) {
    weights.front() = 1.0;
    return;
  }
  if (x >= children.back().x) {
    weights.back() = 1.0;
    return;
  }
  const auto above = std::upper_bound(children.begin(), children.end(), x,
                                      [](double value, const BlendChild& child) { return value < child.x; });
  const auto second = static_cast<std::size_t>(above - children.begin());
  const double toSecond = (x - (above - 1)->x) / (above->x - (above - 1)->x);
  weights[second - 1] = 1.0 - toSecond;
  weights[second] = toSecond;
}

void byGradientBands(const std::vector<BlendChild>& children, const glm::dvec2& at, std::vector<double>& weights) {
  for (std::size_t i = 0; i < children.size(); ++i) {
    const glm::dvec2 own(children[i].x, children[i].y);
    double least = 1.0;
    for (std::size_t j = 0; j < children.size(); ++j) {
      const glm::dvec2 way = glm::dvec2(children[j].x, children[j].y) - own;
      if (j != i) {
        least = std::min(least, 1.0 - glm::dot(at - own, way) / glm::dot(way, way));
      }
    }
    weights[i] = std::max(0.0, least);
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) {
    weight /= sum;  // Not 0: the nearest child has at least 0.5.
  }
}

}  // namespace

void blendWeights(const AnimatorState& state, double x, double y, std::vector<double>& weights) {
  weights.assign(state.children.size(), 0.0);
  if (state.children.size() <= 1) {
    std::ranges::fill(weights, 1.0);
  } else if (state.parameterY) {
    byGradientBands(state.children, {x, y}, weights);
  } else {
    alongOneAxis(state.children, x, weights);
  }
}

}  // namespace texeleton::animator
