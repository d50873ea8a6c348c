#pragma once

#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "core/model/model.h"
#include "core/retargeting/rest_pose.h"

namespace texeleton::retargeting {

/// Rotation of the whole body in poses of a model, without its limbs: the rotation that fits the places of the bones
/// that move the mesh best.
class BodyTurn {
 public:
  /// The model must outlive this and keep its nodes; clips may be added.
  explicit BodyTurn(const model::Model& model);

  /// From the rest pose to the clip's first frame. Nothing where too few bones say anything.
  std::optional<glm::dquat> atStart(ClipIndex clip) const;

 private:
  const model::Model& m_model;
  std::vector<NodeIndex> m_bones;
  std::vector<glm::dvec3> m_rest;  ///< Of each bone, about their middle.
};

}  // namespace texeleton::retargeting
