#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bake/bake_settings.h"
#include "core/bake/measure_items.h"

namespace texeleton {

/// Samples (frames or half-frames) of a clip that are measured together; they lie in the vector lanes.
inline constexpr std::size_t kMeasureSamples = 32;

/// Numbers a row of 12 makes a matrix: its first three rows. Every number is kMeasureSamples wide.
inline constexpr std::size_t kMeasureMatrix = 12 * kMeasureSamples;

/// What changes from sample to sample. Lanes beyond the samples that are used repeat the last of them up to a multiple
/// of 8. 64-byte aligned.
struct MeasureTables {
  const double* source = nullptr;        ///< Matrices of MeasureItems::paletteEntries.
  const double* texels = nullptr;        ///< Bone mode: matrices of MeasureItems::bones, as decoded.
  const double* morphWeights = nullptr;  ///< Vertex mode.
};

/// A run of frames of one clip.
struct MeasureTile {
  const MeasureItems* items = nullptr;
  BakeMode mode = BakeMode::Vertex;
  PixelFormat pixelFormat = PixelFormat::Rgba16F;
  std::size_t frameCount = 0;     ///< Frames to measure.
  std::size_t intervalCount = 0;  ///< Half-frames to measure: between frame i and i + 1; frameCount or one less.
  MeasureTables frames;           ///< intervalCount + 1 or frameCount samples.
  MeasureTables halves;
  std::array<const std::byte*, kMeasureSamples> frameStarts{};  ///< Vertex mode: the texels of each of `frames`.
};

/// Squared distances are in square metres.
struct TileErrors {
  double largestSquared = 0.0;
  double largestSample = 0.0;  ///< n at frames, n + 0.5 at half-frames; in the tile.
  std::uint32_t largestVertex = 0;
  double sumOfSquares = 0.0;  ///< Over all vertices and samples.
  double encodingSquared = 0.0;
  double interpolationSquared = 0.0;
  double influencesSquared = 0.0;
  double normalRadians = 0.0;
};

/// Measures a tile. The result is the same to the last bit whatever vector instructions the CPU has.
TileErrors measureTile(const MeasureTile& tile);

/// Largest squared distance between the source's vertices at samples 0 and 1.
double largestSquaredGap(const MeasureItems& items, const MeasureTables& samples);

}  // namespace texeleton
