#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <vector>

#include "core/vat/baked_animation.h"
#include "tests/reference/reference_scene.h"

namespace texeleton::test {

/// A search for the largest error by brute force: the texels decoded from FORMAT.md alone, every vertex, closely spaced
/// times, against the naive evaluation of the file.

/// Selects the reader by the file's extension.
ReferenceScene readReference(const std::filesystem::path& file);

/// The parts with one corner per vertex.
std::vector<ReferencePart> partsOfVertices(const ReferenceScene& scene);

/// Skinned vertices without a weight: the file does not define their motion, and readers differ.
std::size_t verticesOfNoJoint(const ReferenceScene& scene, const std::vector<ReferencePart>& parts);

inline constexpr auto kNoMatch = std::numeric_limits<std::size_t>::max();

/// The reference's vertex for each vertex of the mesh: the one with the same motion; kNoMatch: none. `vertexBake`: a
/// bake in positionNormal.
std::vector<std::size_t> matchVertices(const vat::BakedAnimation& vertexBake, const ReferenceScene& scene,
                                       const std::vector<ReferencePart>& parts);

struct FoundError {
  double millimetres = 0.0;
  double atFrame = 0.0;
  std::size_t vertex = 0;
  /// The largest change of this vertex's error to its neighbours in the interval: large if the source jumps between
  /// them, in which case the true largest error is between them too.
  double stepMillimetres = 0.0;
};

/// The largest distance of any vertex over a clip, at `timesPerFrame` times in each interval between frames.
FoundError searchErrors(const vat::BakedAnimation& baked, const vat::BakedClip& clip, const ReferenceScene& scene,
                        const std::vector<ReferencePart>& parts, const std::vector<std::size_t>& matches,
                        int timesPerFrame);

}  // namespace texeleton::test
