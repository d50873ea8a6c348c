#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "core/model/model.h"

namespace texeleton::retargeting {

/// The pose from which a model's bones are moved, in pack space. Nodes with a skin have the pose in which the mesh was
/// bound, even in a file that was exported in the middle of a motion; others stand as their nodes do.
struct RestPose {
  explicit RestPose(const model::Model& model) : RestPose(model, model.nodes) {}
  /// The same with other transforms of the nodes, which are those of the model otherwise.
  RestPose(const model::Model& model, const std::vector<model::Node>& nodes);

  // For each node, in the pose of the unanimated nodes.
  std::vector<glm::dvec3> nodePosition;
  std::vector<glm::dquat> nodeRotation;  ///< The product of the rotations from the root.
  std::vector<double> scale;             ///< Scale of lengths, assumed equal along all axes; may be 0.

  // For each node, in the rest pose. Nodes without a skin move with those above them.
  std::vector<glm::dvec3> position;
  std::vector<glm::dquat> rotation;
  std::vector<bool> bound;     ///< A skin defines it.
  std::vector<bool> skinned;   ///< That skin is a real one, not a mesh attached rigidly to its node.
  std::vector<bool> posed;     ///< The node's pose differs from its bind pose.
  std::vector<double> weight;  ///< Summed weight of the vertices that the node moves.
  std::vector<bool> isBone;    ///< Bound, or above a bound node; every node of a model without a mesh.
  bool isPosed = false;        ///< Some node is posed.
  double size = 0.0;           ///< Diagonal of the box of the positions, metres.

  double scaleOf(NodeIndex node) const { return node.isValid() ? scale[node.value] : 1.0; }
};

}  // namespace texeleton::retargeting
