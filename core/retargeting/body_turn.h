#pragma once

#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "core/model/model.h"
#include "core/retargeting/rest_pose.h"

namespace texeleton::retargeting {

/// The rotation of the whole body, without its limbs, in poses of a model: the best fit to the positions of the bones
/// that move the mesh.
class BodyTurn {
 public:
  /// The model must outlive this object and keep its nodes; clips may be added.
  explicit BodyTurn(const model::Model& model);

  /// The rotation from the rest pose to the clip's first frame; nullopt if too few bones determine it.
  std::optional<glm::dquat> atStart(ClipIndex clip) const;

 private:
  const model::Model& m_model;
  std::vector<NodeIndex> m_bones;
  std::vector<glm::dvec3> m_rest;  ///< Rest position of each bone relative to their centre.
};

}  // namespace texeleton::retargeting
