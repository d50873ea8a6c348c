#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"
#include "core/transform/hierarchy.h"

namespace texeleton {

/// A place between two keys.
struct KeySegment {
  std::size_t key = 0;       ///< The last key at or before the time; the first when the time is before all.
  double fraction = 0.0;     ///< From that key to the next, in [0, 1); 0 when clamped.
  double lengthSeconds = 0;  ///< Between the two; 0 when clamped.
};

/// Finds the keys around `seconds`, looking first near `hint` (the key found last time).
KeySegment findSegment(std::span<const double> times, double seconds, std::size_t hint = 0);

/// Evaluates the source in float64: the truth that bakes are measured against, and what decides loops, sockets and
/// cuts. Remembers where in each timeline it was, so consecutive times are cheap, and computes only what the clip
/// moves. Not thread-safe: make one per thread.
class SourcePose {
 public:
  /// `clip` invalid: the rest pose. The model must outlive this and pass checkModel. Holds the rest pose until the
  /// first evaluate().
  SourcePose(const Model& model, ClipIndex clip);

  /// Evaluates at `seconds` on the source clip's axis (clamped per track to its keys).
  void evaluate(double seconds);

  /// World matrices of all nodes, pack space, as of the last evaluate().
  std::span<const glm::dmat4> worlds() const { return m_worlds; }
  /// Local transforms of all nodes. Of a node with a `restMatrix` that the clip does not move this is `rest`, while
  /// worlds() has the matrix.
  std::span<const Transform> locals() const { return m_locals; }
  /// world·inverseBind of all palette entries.
  std::span<const glm::dmat4> skinMatrices() const { return m_skin; }
  /// Weights of a morph set.
  std::span<const double> morphWeights(MorphSetIndex set) const { return m_morphWeights[set.value]; }

 private:
  void applyTrack(const Track& track);

  const Model* m_model = nullptr;
  const Clip* m_clip = nullptr;
  std::vector<KeySegment> m_segments;     // one per timeline of the clip
  std::vector<std::uint32_t> m_animated;  // nodes that a track moves
  std::vector<std::uint32_t> m_moving;    // those and all their descendants, parents first
  std::vector<std::uint32_t> m_movingEntries;
  std::vector<Transform> m_locals;
  Hierarchy m_hierarchy;
  std::vector<HierarchyNode> m_handles;  // one per node
  std::vector<glm::dmat4> m_worlds;      // of m_hierarchy, in the order of the model's nodes
  std::vector<glm::dmat4> m_skin;
  std::vector<std::vector<double>> m_morphWeights;
};

/// Samples one track at `seconds` into `out` (componentCount values): step, linear (rotations: slerp along the shorter
/// arc) or glTF's cubic spline. Rotations come out normalised; where a spline passes through zero, the key before it
/// stands. Before the first and after the last key their values hold.
void sampleTrack(const Track& track, std::span<const double> times, double seconds, std::span<double> out);

}  // namespace texeleton
