#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <vector>

#include "core/vat/baked_animation.h"
#include "tests/reference/reference_scene.h"

namespace texeleton::test {

/// A search for the largest error by brute force: the texels decoded by FORMAT.md alone, every vertex, times close to
/// one another, against the naive evaluation of the file.

/// By the file's ending.
ReferenceScene readReference(const std::filesystem::path& file);

/// The parts with one corner a vertex.
std::vector<ReferencePart> partsOfVertices(const ReferenceScene& scene);

/// Skinned vertices without a weight: the file does not define their motion, and readers differ.
std::size_t verticesOfNoJoint(const ReferenceScene& scene, const std::vector<ReferencePart>& parts);

inline constexpr auto kNoMatch = std::numeric_limits<std::size_t>::max();

/// The reference's vertex for each vertex of the mesh: the one with the same motion; kNoMatch: none. `vertexBake`:
/// positionNormal.
std::vector<std::size_t> matchVertices(const vat::BakedAnimation& vertexBake, const ReferenceScene& scene,
                                       const std::vector<ReferencePart>& parts);

struct FoundError {
  double millimetres = 0.0;
  double atFrame = 0.0;
  std::size_t vertex = 0;
  /// The largest change of this vertex's error to its neighbours in the interval: large if the source jumps between
  /// them, so that the true largest error lies between them too.
  double stepMillimetres = 0.0;
};

/// The largest distance of any vertex over a clip, at `timesPerFrame` places of each interval between frames.
FoundError searchErrors(const vat::BakedAnimation& baked, const vat::BakedClip& clip, const ReferenceScene& scene,
                        const std::vector<ReferencePart>& parts, const std::vector<std::size_t>& matches,
                        int timesPerFrame);

}  // namespace texeleton::test
