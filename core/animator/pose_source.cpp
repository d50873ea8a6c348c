#include "core/animator/pose_source.h"

#include <algorithm>

namespace texeleton {

StatePose::StatePose(const Model& model, const AnimatorState& state) : m_state(&state) {
  m_samplers.reserve(state.children.size());
  for (const BlendChild& child : state.children) {
    m_samplers.emplace_back(model, child.clip);
  }
}

StatePose::Neighbours StatePose::neighbours(double parameter) const {
  const std::vector<BlendChild>& children = m_state->children;
  if (children.size() == 1 || !(parameter > children.front().threshold)) {
    return {0, 0.0};
  }
  if (parameter >= children.back().threshold) {
    return {children.size() - 1, 0.0};
  }
  const auto above = std::upper_bound(children.begin(), children.end(), parameter,
                                      [](double value, const BlendChild& child) { return value < child.threshold; });
  const auto below = above - 1;
  return {static_cast<std::size_t>(below - children.begin()),
          (parameter - below->threshold) / (above->threshold - below->threshold)};
}

double StatePose::lengthSeconds(double parameter) const {
  const Neighbours at = neighbours(parameter);
  const double length = clipLength(at.first);
  return at.toSecond > 0.0 ? length + (clipLength(at.first + 1) - length) * at.toSecond : length;
}

void StatePose::sample(std::size_t child, double fraction, const LocalPose& rest, LocalPose& out) {
  out = rest;  // What this clip does not move must not stay as another left it.
  const Clip& clip = *m_samplers[child].clip();
  m_samplers[child].sample(clip.startSeconds + fraction * clip.lengthSeconds, out);
}

void StatePose::evaluate(double fraction, double parameter, const LocalPose& rest, LocalPose& out, LocalPose& scratch) {
  const Neighbours at = neighbours(parameter);
  sample(at.first, fraction, rest, out);
  if (at.toSecond > 0.0) {
    sample(at.first + 1, fraction, rest, scratch);
    blendInto(out, scratch, at.toSecond);
  }
}

}  // namespace texeleton
