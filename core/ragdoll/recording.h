#pragma once

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
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

/// A glTF file (GLB) with the nodes of a model at rest and one clip of linear tracks, and no mesh: a motion of that
/// model, whose bones core/retargeting matches by name, marked as a recording (kRecordingGenerator). Metres, +Y up.
/// Errors: InvalidArgument (a track that is not linear or moves no node).
Result<std::string> motionFile(const model::Model& model, const model::Clip& clip);

}  // namespace texeleton::ragdoll
