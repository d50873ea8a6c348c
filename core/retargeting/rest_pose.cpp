#include "core/retargeting/rest_pose.h"

#include <algorithm>
#include <cmath>

#include "core/animation/pose.h"
#include "core/base/mapped.h"
#include "core/retargeting/fit_rotation.h"
#include "core/transform/transform.h"

namespace texeleton::retargeting {

namespace {

constexpr double kPosedDegrees = 0.1;
constexpr double kPosedShare = 1e-3;  ///< Relative to the model's size.
/// A matrix is singular if its determinant is below this share of the cube of its longest column.
constexpr double kSingularRest = 1e-9;

bool isSingular(const glm::dmat4& matrix) {
  const glm::dmat3 m(matrix);
  const double longest = std::max({glm::length(m[0]), glm::length(m[1]), glm::length(m[2])});
  return !(longest > 0.0) || !(std::abs(glm::determinant(m / longest)) > kSingularRest);
}

/// The summed weight of each palette entry.
std::vector<double> entryWeights(const model::Model& model) {
  std::vector<double> weights(model.palette.size(), 0.0);
  for (const model::Influence& influence : model.vertices.influences) {
    weights[influence.joint] += static_cast<double>(influence.weight);
  }
  return weights;
}

/// The nodes that move vertices of a skin.
std::vector<bool> skinnedNodes(const model::Model& model) {
  std::vector<bool> skinned(model.nodes.size(), false);
  const model::VertexData& vertices = model.vertices;
  for (const model::MeshPart& part : model.parts) {
    if (part.skinned && part.vertexCount != 0) {
      const std::uint32_t end = vertices.influenceBegin[part.firstVertex + part.vertexCount];
      for (std::uint32_t i = vertices.influenceBegin[part.firstVertex]; i < end; ++i) {
        skinned[model.palette[vertices.influences[i].joint].node.value] = true;
      }
    }
  }
  return skinned;
}

}  // namespace

RestPose::RestPose(const model::Model& model, const std::vector<model::Node>& nodes) {
  const std::size_t count = nodes.size();
  weight.assign(count, 0.0);
  bound.assign(count, false);
  skinned = skinnedNodes(model);
  posed.assign(count, false);
  isBone.assign(count, model.palette.empty());
  const std::vector<double> weights = entryWeights(model);
  std::vector<std::size_t> heaviest(count, model.palette.size());
  for (std::size_t i = 0; i < model.palette.size(); ++i) {
    const model::PaletteEntry& entry = model.palette[i];
    std::size_t& best = heaviest[entry.node.value];
    weight[entry.node.value] += weights[i];
    if (!isSingular(entry.inverseBind) && (best == model.palette.size() || weights[i] > weights[best])) {
      best = i;
    }
  }
  std::vector<glm::dmat4> worlds;
  worlds.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const model::Node& node = nodes[i];
    const bool root = !node.parent.isValid();
    const std::size_t above = root ? 0 : node.parent.value;
    const glm::dmat4 local = node.restMatrix ? *node.restMatrix : toMatrix(node.rest);
    const glm::dquat turn = node.restMatrix ? transform::decompose(*node.restMatrix).rotation : node.rest.rotation;
    worlds.push_back(root ? local : transform::multiplyAffine(worlds[above], local));
    nodePosition.emplace_back(worlds.back()[3]);
    nodeRotation.push_back(root ? turn : glm::normalize(nodeRotation[above] * turn));
    scale.push_back(std::cbrt(std::abs(glm::determinant(glm::dmat3(worlds.back())))));
    if (heaviest[i] < model.palette.size()) {
      const transform::Transform bind =
          transform::decompose(glm::inverse(model.palette[heaviest[i]].inverseBind), nullptr, nodeRotation.back());
      bound[i] = true;
      position.push_back(bind.translation);
      rotation.push_back(bind.rotation);
    } else if (root) {
      position.push_back(nodePosition.back());
      rotation.push_back(turn);
    } else {
      const glm::dquat carried = rotation[above] * glm::inverse(nodeRotation[above]);
      position.push_back(position[above] + carried * (nodePosition[i] - nodePosition[above]));
      rotation.push_back(glm::normalize(carried * nodeRotation[i]));
    }
  }
  glm::dvec3 low(0.0);
  glm::dvec3 high(0.0);
  for (std::size_t i = 0; i < count; ++i) {
    low = i == 0 ? position[i] : glm::min(low, position[i]);
    high = i == 0 ? position[i] : glm::max(high, position[i]);
  }
  size = glm::length(high - low);
  for (std::size_t i = count; i-- > 0;) {
    posed[i] = bound[i] && (angleDegrees(glm::inverse(rotation[i]) * nodeRotation[i]) > kPosedDegrees ||
                            glm::distance(position[i], nodePosition[i]) > kPosedShare * size);
    isPosed = isPosed || posed[i];
    isBone[i] = isBone[i] || bound[i];
    if (isBone[i] && nodes[i].parent.isValid()) {
      isBone[nodes[i].parent.value] = true;
    }
  }
}

namespace {

constexpr std::size_t kFewestTurningBones = 4;  ///< With fewer bones, bending looks like turning.

void centre(std::vector<glm::dvec3>& places) {
  glm::dvec3 middle(0.0);
  for (const glm::dvec3& place : places) {
    middle += place / static_cast<double>(places.size());
  }
  for (glm::dvec3& place : places) {
    place -= middle;
  }
}

}  // namespace

BodyTurn::BodyTurn(const model::Model& model) : m_model(model) {
  const RestPose rest(model);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.palette.empty() ? model.nodes[i].parent.isValid() : rest.weight[i] > 0.0) {
      m_bones.emplace_back(i);
      m_rest.push_back(rest.position[i]);
    }
  }
  centre(m_rest);
}

std::optional<glm::dquat> BodyTurn::atStart(ClipIndex clip) const {
  if (m_bones.size() < kFewestTurningBones) {
    return std::nullopt;
  }
  animation::SourcePose pose(m_model, clip);
  pose.evaluate(m_model.clips[clip.value].startSeconds);
  std::vector<glm::dvec3> places =
      mapped(m_bones, [&pose](NodeIndex bone) { return glm::dvec3(pose.worlds()[bone.value][3]); });
  centre(places);
  std::vector<RotationPair> pairs;
  pairs.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    pairs.push_back({m_rest[i], places[i], 1.0});
  }
  return fitRotation(pairs);
}

}  // namespace texeleton::retargeting
