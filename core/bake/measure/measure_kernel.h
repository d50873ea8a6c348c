#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bake/measure/measure_items.h"
#include "core/vat/texture_settings.h"

namespace texeleton::bake {

/// Times of a clip that are measured together; they lie in the vector lanes.
inline constexpr std::size_t kMeasureSamples = 32;
/// Lanes that are evaluated together or not at all.
inline constexpr std::size_t kMeasureGroup = 8;

/// Values of a matrix in the tables: its first three rows, each number in kMeasureSamples lanes.
inline constexpr std::size_t kMeasureMatrix = 12 * kMeasureSamples;

/// Values that change from sample to sample. Lanes beyond the used samples repeat the last one up to a multiple of 8.
/// 64-byte aligned.
struct MeasureTables {
  const double* source = nullptr;        ///< Matrices of MeasureItems::paletteEntries.
  const double* texels = nullptr;        ///< Bone mode: the same as decoded.
  const double* blended = nullptr;       ///< Bone mode: the source's, unrounded, blended from the frames around.
  const double* morphWeights = nullptr;  ///< MeasureItems::morphWeightCount of them.
  /// Points that caches move, for each eight samples; in float32, within 6e-8 of their distance from the origin.
  std::array<animation::LanePoints, kMeasureSamples / animation::kFrameLanes> points{};
};

/// The measured figures. In bone mode the maximum of each is searched separately.
enum class MeasureFigure : std::uint8_t { Whole, Encoding, Interpolation, Influences, Morphs, Normal };
inline constexpr std::size_t kMeasureFigures = 6;

/// Samples of one clip: frames first, then times between them.
struct MeasureTile {
  const MeasureItems* items = nullptr;
  vat::BakeMode mode = vat::BakeMode::Vertex;
  vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
  std::size_t frameCount = 0;  ///< Samples [0, frameCount) are frames.
  std::size_t sampleCount = 0;
  std::array<double, kMeasureSamples> place{};         ///< Frames from the clip's first.
  std::array<double, kMeasureSamples> fraction{};      ///< Between the frames around.
  std::array<std::uint8_t, kMeasureSamples> before{};  ///< The frames around, as samples.
  std::array<std::uint8_t, kMeasureSamples> after{};
  std::array<bool, kMeasureSamples> isSummed{};  ///< Whether it counts in the root of the mean of the squares.
  MeasureTables tables;
  std::array<const std::byte*, kMeasureSamples> frameStarts{};  ///< Vertex mode: the texels of each frame.
  const float* shapeWeights = nullptr;  ///< Encodings with shapes: kMeasureSamples for each shape.
  /// Maxima already found elsewhere, in metres and radians: smaller values need not be found.
  std::array<double, kMeasureFigures> reached{};
};

/// The place of the largest distance. Ties go to frames, then to the earliest time, then to the first vertex.
struct LargestDistance {
  double squared = 0.0;
  double place = 0.0;  ///< Frames from the clip's first.
  std::uint32_t vertex = 0;
  bool between = false;  ///< Not on a frame.

  /// Whether `o` is larger, or equal and preferred.
  bool isLessThan(const LargestDistance& o) const {
    if (squared != o.squared) {
      return squared < o.squared;
    }
    if (between != o.between) {
      return between;
    }
    return place != o.place ? o.place < place : o.vertex < vertex;
  }
};

/// Squared distances are in square metres.
struct TileErrors {
  LargestDistance largest;
  double sumOfSquares = 0.0;  ///< Over all vertices and the samples that are summed.
  double encodingSquared = 0.0;
  double interpolationSquared = 0.0;
  double influencesSquared = 0.0;
  double morphsSquared = 0.0;
  double normalRadians = 0.0;
  /// At each sample an upper bound, in metres, of the distance of any vertex and of the effect of blending on it.
  std::array<double, kMeasureSamples> wholeBound{};
  std::array<double, kMeasureSamples> interpolationBound{};
};

struct ClusterBounds;

/// Measures a tile. Figures above `reached` are bit-identical for all vector instruction sets; figures below may be too
/// small.
TileErrors measureTile(const MeasureTile& tile, ClusterBounds& scratch);

/// Largest squared distance between the source's vertices at samples 0 and 1.
double largestSquaredGap(const MeasureItems& items, const MeasureTables& samples);

}  // namespace texeleton::bake
