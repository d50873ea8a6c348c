#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <vector>

#include "core/model/model.h"

namespace texeleton::retargeting {

/// The pose that a model's bones move from, in pack space. Nodes with a skin have the pose in which the mesh was bound,
/// even in a file exported in mid-motion; other nodes have their own pose.
struct RestPose {
  explicit RestPose(const model::Model& model) : RestPose(model, model.nodes) {}
  /// The same with other transforms of the nodes, which are those of the model otherwise.
  RestPose(const model::Model& model, const std::vector<model::Node>& nodes);

  // By node, in the pose that the nodes have without animation.
  std::vector<glm::dvec3> nodePosition;
  std::vector<glm::dquat> nodeRotation;  ///< The product of the rotations from the root.
  std::vector<double> scale;             ///< Scale of lengths, assumed uniform; may be 0.

  // By node, in the rest pose. Nodes without a skin move with their parents.
  std::vector<glm::dvec3> position;
  std::vector<glm::dquat> rotation;
  std::vector<bool> bound;     ///< A skin defines the rest pose.
  std::vector<bool> skinned;   ///< A real skin, not a mesh attached rigidly to its node.
  std::vector<bool> posed;     ///< The node's pose differs from its bind pose.
  std::vector<double> weight;  ///< Summed weight of the vertices that the node moves.
  std::vector<bool> isBone;    ///< Bound, or an ancestor of a bound node; every node of a model without meshes.
  bool isPosed = false;        ///< Some node is posed.
  double size = 0.0;           ///< Diagonal of the box of the positions, metres.

  double scaleOf(NodeIndex node) const { return node.isValid() ? scale[node.value] : 1.0; }
};

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
