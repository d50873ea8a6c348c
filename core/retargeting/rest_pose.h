#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "core/model/model.h"

namespace texeleton::retargeting {

/// The pose from which a model's bones are moved, in pack space: where the skin tells it, the pose in which the mesh
/// was bound, which a file that was exported in the middle of a motion still has; elsewhere as the nodes stand.
struct RestPose {
  explicit RestPose(const model::Model& model);

  // Of each node, as the nodes stand while nothing moves them.
  std::vector<glm::dvec3> nodePosition;
  std::vector<glm::dquat> nodeRotation;  ///< The product of the rotations from the root on.
  std::vector<double> scale;             ///< Of lengths, taken as the same along all axes; may be 0.

  // Of each node, in the rest pose. Nodes that no skin names are carried along by those above them.
  std::vector<glm::dvec3> position;
  std::vector<glm::dquat> rotation;
  std::vector<bool> bound;     ///< Whether a skin tells it.
  std::vector<bool> skinned;   ///< Whether that skin is one, and not a mesh that stands rigidly where its node does.
  std::vector<bool> posed;     ///< Whether the node stands otherwise than it was bound.
  std::vector<double> weight;  ///< Of the vertices that the node moves, summed.
  std::vector<bool> isBone;    ///< Bound, or above a bound node; every node of a model without a mesh.
  bool isPosed = false;        ///< Whether any node is posed.
  double size = 0.0;           ///< Diagonal of the box of the positions, metres.

  double scaleOf(NodeIndex node) const { return node.isValid() ? scale[node.value] : 1.0; }
};

}  // namespace texeleton::retargeting
