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

/// The pose of a character that is not posed by its clip alone: a state machine, limbs that reach, a ragdoll.
struct CharacterPose {
  std::shared_ptr<const model::Model> model;
  std::vector<glm::dmat4> worlds;  ///< Of all nodes, pack space.
  std::vector<glm::dmat4> skin;    ///< World times inverse bind, of all palette entries.

  void set(std::shared_ptr<const model::Model> of, std::span<const glm::dmat4> nodeWorlds,
           std::span<const glm::dmat4> skinMatrices) {
    model = std::move(of);
    worlds.assign(nodeWorlds.begin(), nodeWorlds.end());
    skin.assign(skinMatrices.begin(), skinMatrices.end());
  }
};

/// Instances of a crowd that stand so wherever they are skinned, whatever their records say.
using CrowdPoses = std::unordered_map<std::uint32_t, std::shared_ptr<const CharacterPose>>;

/// Room for poses, used again from frame to frame once no copy of a scene has them any more.
class PosePool {
 public:
  /// From now on all that nobody holds may be given out again.
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
