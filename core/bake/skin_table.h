#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/animation/point_sampler.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Vertices that are skinned once: equal position, influences, morph deltas and point of a cache. Their elements, which
/// differ in the normal, follow one another.
struct SkinGroup {
  glm::vec3 position{0.0f};
  std::uint32_t influenceBegin = 0;  ///< Into SkinTable::influences.
  std::uint32_t influenceCount = 0;
  std::uint32_t elementBegin = 0;  ///< Into SkinTable::normals.
  std::uint32_t elementCount = 0;
  std::uint32_t morphCount = 0;       ///< Targets that may move it.
  std::uint32_t morphBegin = 0;       ///< Into SkinTable::morphPositions.
  std::uint32_t firstWeight = 0;      ///< Into the morph weights of a frame.
  std::uint32_t pointSet = kNoIndex;  ///< Into LanePoints::entries; kNoIndex: no cache moves it.
  std::uint32_t place = 0;            ///< Into LanePoints::places.
};

/// A mesh in the layout of the kernels, in the order in which they write: sorted by the number of influences, so that
/// neighbours take equal work.
struct SkinTable {
  std::vector<SkinGroup> groups;
  std::vector<model::Influence> influences;
  std::vector<glm::vec3> normals;                  ///< One per element; empty if only positions are needed.
  std::vector<std::uint32_t> elementGroups;        ///< Index of the group of each normal.
  std::vector<std::uint32_t> elementSlots;         ///< Element number of each normal; empty: 0, 1, 2, …
  std::vector<glm::vec3> morphPositions;           ///< A delta for each target of each group that has some.
  std::vector<glm::vec3> morphNormals;             ///< Likewise for each element, in the order of normals.
  std::vector<std::uint32_t> elementPointNormals;  ///< Into LanePoints::normals, one per element; empty without caches.
  std::vector<std::uint32_t> elementMorphBegin;    ///< Into morphNormals, one per element; empty without morphs.
};

/// Vertex mode: all influences, morph targets, normals. `elements` receives the element of each vertex. When shared,
/// vertices that are equal in everything that moves them have one element; otherwise element v is vertex v.
SkinTable makeVertexTable(const model::Model& model, const animation::PointNumbering& points, bool shareElements,
                          std::vector<std::uint32_t>& elements);

/// Bone mode: positions only, with the influences of the baked mesh. Used for the bounds.
SkinTable makeBoneTable(const vat::BakedMesh& mesh);

}  // namespace texeleton::bake
