#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/model/model.h"

namespace texeleton::ragdoll {

/// Poses of a model at even times, to become a clip.
class Recording {
 public:
  /// `rateHz` > 0: poses per second.
  Recording(const model::Model& model, double rateHz);

  /// The next pose: world matrices of all nodes, pack space.
  void add(std::span<const glm::dmat4> worlds);
  std::size_t poseCount() const { return m_count; }
  double lengthSeconds() const { return m_count == 0 ? 0.0 : static_cast<double>(m_count - 1) / m_rateHz; }

  /// A clip that plays once: a linear track for each property of a node that leaves its rest value.
  model::Clip clip(const std::string& name) const;

 private:
  struct Keys {
    std::vector<float> translations;
    std::vector<float> rotations;
    std::vector<float> scales;
  };
  const model::Model* m_model;
  double m_rateHz;
  std::size_t m_count = 0;
  std::vector<Keys> m_nodes;
};

}  // namespace texeleton::ragdoll
