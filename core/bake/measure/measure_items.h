#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/animation/point_sampler.h"
#include "core/bake/measure/measure_clusters.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"
#include "core/vat/basis.h"

namespace texeleton::bake {

/// The effect of one matrix on a vertex.
struct MeasureInfluence {
  std::uint32_t matrix = 0;  ///< Row in the table of matrices.
  double weight = 0.0;
};

/// The effect of one morph target on a vertex.
struct MeasureMorph {
  std::uint32_t weight = 0;  ///< Row in the table of morph weights.
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};
};

/// Marks rows without a bone in the texture; the mesh does not need them.
inline constexpr std::uint32_t kNoBone = 0xffffffffu;

/// A part of one of the arrays of MeasureItems.
struct MeasureRange {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

/// A unit of evaluation: vertices that are equal in everything that the source and a decoder use.
struct MeasureItem {
  glm::dvec3 position{0.0};  ///< Position in the source's bind pose.
  glm::dvec3 normal{0.0};
  MeasureRange influences;  ///< All of the source; rows of the tables of matrices.
  MeasureRange decoded;     ///< Bone mode: those of the mesh.
  bool drops = false;       ///< Bone mode: whether influences were dropped.
  MeasureRange morphs;
  glm::dvec3 decodedPosition{0.0};  ///< Bone mode: in the bind pose of the mesh.
  glm::dvec3 decodedNormal{0.0};
  std::size_t texelOffsets[2] = {0, 0};  ///< Vertex mode: bytes from the start of a frame to position and normal.
  std::uint32_t element = 0;             ///< Vertex mode.
  std::uint32_t pointSet = kNoIndex;     ///< The point set whose cache may move it; kNoIndex: none.
  std::uint32_t place = 0;               ///< Into LanePoints::places.
  std::uint32_t pointNormal = 0;         ///< Into LanePoints::normals.
  double vertexCount = 0.0;              ///< The number of vertices it represents.
  std::uint32_t vertex = 0;              ///< The first of them.
};

/// Everything that stays the same while a clip plays.
struct MeasureItems {
  std::vector<MeasureItem> items;
  std::vector<MeasureInfluence> influences;
  std::vector<MeasureMorph> morphs;
  std::vector<std::uint32_t> paletteEntries;    ///< Entries of the model's palette: the rows of the tables of matrices.
  std::vector<std::uint32_t> bones;             ///< Bone mode: the texture's bone of each row; kNoBone: it has none.
  MeasureClusters clusters;                     ///< Bone mode.
  std::vector<std::uint32_t> morphWeightBegin;  ///< First row of each morph set's weights.
  std::uint32_t morphWeightCount = 0;
  animation::PointNumbering points;
  std::vector<std::uint32_t> rowOfSet;  ///< Row of the entry that carries each point set.
  /// Vertex mode: the encoding of texels that do not hold position and normal directly, and its constants.
  const vat::Encoding* elementEncoding = nullptr;
  glm::vec4 constants[2] = {glm::vec4(0.0f), glm::vec4(0.0f)};
  vat::StoredShapes shapes;  ///< Vertex mode, encodings that have some.

  std::span<const MeasureInfluence> of(const MeasureRange& range) const {
    return std::span(influences).subspan(range.begin, range.count);
  }
};

/// Checks that `baked` fits `model` and collects the items to evaluate. Errors: InvalidArgument (says what differs).
Result<MeasureItems> collectItems(const model::Model& model, const vat::BakedAnimation& baked);

}  // namespace texeleton::bake
