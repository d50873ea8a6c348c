#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "core/model/model.h"

namespace texeleton::ragdoll {

/// Internal to core/ragdoll: world matrices of all nodes at rest.
inline std::vector<glm::dmat4> restWorlds(const model::Model& model) {
  std::vector<glm::dmat4> worlds;
  worlds.reserve(model.nodes.size());
  for (const model::Node& node : model.nodes) {
    const glm::dmat4 local = node.restMatrix ? *node.restMatrix : toMatrix(node.rest);
    worlds.push_back(node.parent.isValid() ? worlds[node.parent.value] * local : local);
  }
  return worlds;
}

}  // namespace texeleton::ragdoll
