#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/bake/encoding/shape_kernels.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/vat/baked_animation.h"
#include "core/vat/basis.h"

namespace texeleton::bake {

/// Finds the shapes of the encoding "basis": the principal components of the positions and, with a much smaller weight,
/// normals of all elements in all frames. There are two passes: learn() takes an even selection of the frames, then
/// weigh() finds the weights of every frame. The components come from a randomized projection (Halko, Martinsson and
/// Tropp, Finding Structure with Randomness, SIAM Review 53, 2011, algorithms 4.4 and 5.1), with fixed random numbers:
/// the same frames give the same bytes.
class ShapeFit {
 public:
  /// `places`: one representative of each group of elements that share their position in every frame. Throws
  /// std::bad_alloc.
  ShapeFit(std::uint32_t elementCount, std::uint32_t frameCount, std::uint32_t maxShapes,
           std::vector<std::uint32_t> places);

  /// Takes the first `count` of eight frames of elements as writeVertices() writes them: frames `first` … of the
  /// texture. May be called from several threads with different frames.
  void learn(std::uint32_t first, std::uint32_t count, const FrameRows& elements);

  /// Finds the shapes of all frames given to learn(). Errors: Limit (positions beyond the half range), Cancelled.
  Result<void> findShapes(JobContext& job);

  /// Memory of one thread. Frames are collected in it so that the shapes are read once for many frames.
  struct Scratch {
    std::vector<animation::LaneValue> offsets;
    std::vector<animation::LaneValue> products;
    std::vector<float> rests;  ///< Offsets of the places.
    std::uint32_t first = 0;   ///< Frames [first, first + count) are pending.
    std::uint32_t count = 0;
  };
  Scratch makeScratch() const;
  /// Finds the weights of frames, with arguments as in learn(). They are complete after finishWeighing(scratch).
  void weigh(std::uint32_t first, std::uint32_t count, const FrameRows& elements, Scratch& scratch);
  void finishWeighing(Scratch& scratch);

  /// Returns the smallest number of shapes for which no position on a frame deviates by more than `metres`; if none
  /// suffices, the best. All frames must have weights.
  std::uint32_t shapesWithin(double metres) const;
  /// The diagonal of the base shape, metres.
  double sizeMetres() const { return m_sizeMetres; }
  /// The number of shapes found: at most the requested number, and at least 1.
  std::uint32_t shapeCount() const { return m_shapeCount; }

  /// Finishes the fit with that many shapes and finds the ranges of their weights.
  void keep(std::uint32_t shapeCount);
  /// Writes the base and the shapes after the frames of a texture laid out for them.
  void writeShapes(vat::BakedAnimation& baked) const;
  /// Writes the weights of a frame from `to` on, as halves.
  void writeWeights(std::uint32_t frame, std::byte* to) const;

 private:
  std::size_t learnedRow(std::uint32_t frame) const;
  /// Rows of m_row numbers.
  float* learned() const { return reinterpret_cast<float*>(m_learned.get()); }
  /// Replaces the positions and normals of a frame by offsets from the base, normals scaled by m_normalMetres.
  void takeBaseFrom(float* row) const;
  void findBase(unsigned threads, const JobContext& job);
  void findComponents(unsigned threads, const JobContext& job);
  void storeShapes(const MatrixView& positions, const MatrixView& normals, std::span<const double> scales);
  void prepareWeights();

  std::uint32_t m_elementCount;
  std::uint32_t m_frameCount;
  std::uint32_t m_maxShapes;
  std::uint32_t m_learnedCount;
  std::uint32_t m_weighedTogether = animation::kFrameLanes;
  std::size_t m_length;  ///< Numbers of a frame's positions: eight elements side by side, three axes.
  std::size_t m_row;     ///< The same with normals after the positions.
  double m_sizeMetres = 0.0;
  float m_normalMetres = 0.0f;                        ///< Metres that correspond to an offset of 1 of a normal.
  std::unique_ptr<animation::LaneValue[]> m_learned;  ///< The learning frames, one after another.
  std::vector<float> m_basePositions;
  std::vector<float> m_baseNormals;
  glm::vec4 m_baseRange[2] = {glm::vec4(0.0f), glm::vec4(0.0f)};
  std::vector<glm::vec4> m_baseTexels;
  std::uint32_t m_shapeCount = 1;
  std::vector<vat::ShapeRange> m_ranges;
  std::vector<glm::vec4> m_shapeTexels;         ///< For each element, the texels of all shapes.
  std::vector<std::uint32_t> m_places;          ///< Padded with the last to a multiple of eight.
  std::vector<float> m_shapes;                  ///< At the sampled places, as measureRests() reads them; the base is 0.
  std::vector<animation::LaneValue> m_columns;  ///< The same with normals, scaled by m_normalMetres: one row per
                                                ///< number.
  std::size_t m_columnCount = 0;
  std::vector<double> m_inverse;  ///< From products with the shapes to weights.
  std::vector<float> m_weights;   ///< For each frame.
  std::vector<float> m_largest;   ///< For each frame, the largest squared residual after 0, 1, … shapes.
};

}  // namespace texeleton::bake
