#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/model.h"

namespace texeleton::viewport {

/// A pose that does not come from the character's clip alone: from a state machine, limb goals or a ragdoll.
struct CharacterPose {
  std::shared_ptr<const model::Model> model;
  std::vector<glm::dmat4> worlds;  ///< World matrices of all nodes, in pack space.
  std::vector<glm::dmat4> skin;    ///< World times inverse bind matrix of all palette entries.
  /// Whether it is the pose of the instance's clip with a change that may fade with the distance (a gaze). The hybrid
  /// path blends such characters into the texture; others are skinned at every distance.
  bool followsClip = false;

  void set(std::shared_ptr<const model::Model> of, std::span<const glm::dmat4> nodeWorlds,
           std::span<const glm::dmat4> skinMatrices) {
    model = std::move(of);
    worlds.assign(nodeWorlds.begin(), nodeWorlds.end());
    skin.assign(skinMatrices.begin(), skinMatrices.end());
  }
};

/// Poses of skinned instances by instance number; they replace what the instances' records play.
using CrowdPoses = std::unordered_map<std::uint32_t, std::shared_ptr<const CharacterPose>>;

/// Recycles poses between frames once no copy of a scene refers to them.
class PosePool {
 public:
  /// Allows all poses that nothing else refers to to be reused.
  void begin() { m_next = 0; }
  std::shared_ptr<CharacterPose> take() {
    while (m_next < m_poses.size() && m_poses[m_next].use_count() != 1) {
      ++m_next;
    }
    if (m_next == m_poses.size()) {
      m_poses.push_back(std::make_shared<CharacterPose>());
    }
    return m_poses[m_next++];
  }

 private:
  std::vector<std::shared_ptr<CharacterPose>> m_poses;
  std::size_t m_next = 0;
};

}  // namespace texeleton::viewport
