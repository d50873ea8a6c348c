#include "core/animator/blend_weights.h"

#include <algorithm>
#include <glm/glm.hpp>
#include <numeric>

namespace texeleton::animator {

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
    std::fill(weights.begin(), weights.end(), 1.0);
  } else if (state.parameterY) {
    byGradientBands(state.children, {x, y}, weights);
  } else {
    alongOneAxis(state.children, x, weights);
  }
}

}  // namespace texeleton::animator
