#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"

namespace texeleton {

/// Evaluates the source in float64: the truth that bakes are measured against, and what decides loops, sockets and
/// cuts. Holds the per-track cursors, so consecutive times are cheap; not thread-safe, make one per thread.
class SourcePose {
 public:
  /// `clip` invalid: the rest pose. The model must outlive this.
  SourcePose(const Model& model, ClipIndex clip);

  /// Evaluates at `seconds` on the source clip's axis (clamped per track to its keys).
  void evaluate(double seconds);

  /// World matrices of all nodes, pack space, as of the last evaluate().
  std::span<const glm::dmat4> worlds() const { return m_worlds; }
  /// Local transforms of all nodes.
  std::span<const Transform> locals() const { return m_locals; }
  /// world·inverseBind of all palette entries.
  std::span<const glm::dmat4> skinMatrices() const { return m_skin; }
  /// Weights of a morph set.
  std::span<const double> morphWeights(MorphSetIndex set) const { return m_morphWeights[set.value]; }

 private:
  const Model* m_model = nullptr;
  const Clip* m_clip = nullptr;
  std::vector<std::size_t> m_cursors;
  std::vector<Transform> m_locals;
  std::vector<glm::dmat4> m_worlds;
  std::vector<glm::dmat4> m_skin;
  std::vector<std::vector<double>> m_morphWeights;
};

/// Samples one track at `seconds` into `out` (componentCount values): step, linear (rotations: slerp along the shorter
/// arc) or glTF's cubic spline (rotations normalised).
void sampleTrack(const Track& track, std::span<const double> times, double seconds, std::span<double> out);

}  // namespace texeleton
