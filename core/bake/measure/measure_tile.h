#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "core/bake/measure/measure_bounds.h"
#include "core/bake/measure/measure_items.h"
#include "core/bake/measure/measure_kernel.h"
#include "core/bake/measure/measure_plan.h"
#include "core/model/model.h"
#include "core/root_motion/in_place_pose.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

struct TileResult {
  TileErrors errors;
  double gapSquared = 0.0;  ///< Squared loop gap of the clip in square metres; 0 if the plan excludes it.
};

/// The largest figures of a clip found so far by all threads: what cannot exceed them is not evaluated.
class ReachedFigures {
 public:
  std::array<double, kMeasureFigures> all() const;
  void add(const TileErrors& found);

 private:
  std::array<std::atomic<double>, kMeasureFigures> m_figures{};
};

/// Uninitialised doubles on a 64-byte boundary.
class MeasureTable {
 public:
  explicit MeasureTable(std::size_t size)
      : m_values(
            static_cast<double*>(::operator new(std::max<std::size_t>(size, 1) * sizeof(double), kArrayAlignment))) {}
  double* data() { return m_values.get(); }
  const double* data() const { return m_values.get(); }

 private:
  static constexpr std::align_val_t kArrayAlignment{64};
  struct Free {
    void operator()(double* p) const { ::operator delete(p, kArrayAlignment); }
  };
  std::unique_ptr<double, Free> m_values;
};

/// Fills and measures tiles in sequence. Each thread needs its own.
class TileMaker {
 public:
  TileMaker(const model::Model& model, const vat::BakedAnimation& baked, const MeasureItems& items)
      : m_model(model),
        m_baked(baked),
        m_items(items),
        m_source(items.paletteEntries.size() * kMeasureMatrix),
        m_texels(isBone() ? items.paletteEntries.size() * kMeasureMatrix : 0),
        m_blended(isBone() ? items.paletteEntries.size() * kMeasureMatrix : 0),
        m_morphWeights(items.morphWeightCount * kMeasureSamples),
        m_shapeWeights(items.shapes.shapeCount() * kMeasureSamples),
        m_points(items.points.isEmpty() ? 0 : kMeasureSamples / animation::kFrameLanes) {}

  /// Measures the times of a tile and raises `reached` to the results. Errors: a point cache cannot be read.
  Result<TileResult> run(const TilePlan& plan, ReachedFigures& reached);

 private:
  bool isBone() const { return m_baked.mode == vat::BakeMode::Bone; }

  /// The stored position of a clip's frame.
  std::uint32_t stored(const vat::BakedClip& clip, std::uint32_t frame) const {
    return vat::storedEntry(m_baked, clip.frameBegin + frame).from;
  }

  MeasureTile describe(const TilePlan& plan, const vat::BakedClip& clip) const;
  void sample(const TilePlan& plan, const vat::BakedClip& clip);
  Result<void> samplePoints(std::span<const double> seconds, MeasureTile& tile);
  void fillWeights(const TilePlan& plan, const vat::BakedClip& clip);
  void sampleSource(double seconds, std::size_t i);
  void fillSource(std::size_t used);
  void fillBlended(const MeasureTile& tile);
  void fillTexels(const TilePlan& plan, const vat::BakedClip& clip, const MeasureTile& tile);
  /// The same two tables for encodings that do not blend matrices.
  void fillPoses(const TilePlan& plan, const vat::BakedClip& clip, const MeasureTile& tile);

  const model::Model& m_model;
  const vat::BakedAnimation& m_baked;
  const MeasureItems& m_items;
  std::optional<root_motion::InPlacePose> m_pose;
  std::size_t m_poseClip = 0;
  MeasureTable m_source, m_texels, m_blended, m_morphWeights;
  std::vector<float> m_shapeWeights;
  std::optional<animation::PointSampler> m_sampler;
  std::vector<animation::PointSampler::Scratch> m_points;  ///< One for each eight samples.
  ClusterBounds m_bounds;
};

}  // namespace texeleton::bake
