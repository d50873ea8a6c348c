#include "core/retargeting/body_turn.h"

#include "core/animation/pose.h"
#include "core/retargeting/fit_rotation.h"

namespace texeleton::retargeting {

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
  std::vector<glm::dvec3> places;
  places.reserve(m_bones.size());
  for (const NodeIndex bone : m_bones) {
    places.emplace_back(pose.worlds()[bone.value][3]);
  }
  centre(places);
  std::vector<RotationPair> pairs;
  pairs.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    pairs.push_back({m_rest[i], places[i], 1.0});
  }
  return fitRotation(pairs);
}

}  // namespace texeleton::retargeting
