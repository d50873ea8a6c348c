#include "core/bake/measure/measure_tile.h"

#include <algorithm>
#include <cmath>

#include "core/base/mapped.h"
#include "core/cycles/model_as_baked.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"

namespace texeleton::bake {

namespace {

/// Distance before a jump, in frames, at which its left limit is evaluated.
constexpr double kJustBefore = 1e-6;

/// Repeats the last of `used` samples in the lanes up to a multiple of 8.
void fillLanes(double* table, std::size_t rowCount, std::size_t used) {
  const std::size_t end = std::min(kMeasureSamples, (used + 7) / 8 * 8);
  for (std::size_t row = 0; row < rowCount; ++row) {
    double* values = table + row * kMeasureSamples;
    std::fill(values + used, values + end, values[used - 1]);
  }
}

/// Sets times between frames from the frames, in one row of samples.
void blendRow(const MeasureTile& tile, double* row) {
  for (std::size_t i = tile.frameCount; i < tile.sampleCount; ++i) {
    const double f = tile.fraction[i];
    row[i] = row[tile.before[i]] * (1.0 - f) + row[tile.after[i]] * f;
  }
}

void putRows(const vat::BoneMatrix& rows, double* out) {
  for (int k = 0; k < 12; ++k, out += kMeasureSamples) {
    *out = rows.row[k / 4][k % 4];
  }
}

}  // namespace

std::array<double, kMeasureFigures> ReachedFigures::all() const {
  std::array<double, kMeasureFigures> result{};
  for (std::size_t i = 0; i < kMeasureFigures; ++i) {
    result[i] = m_figures[i].load(std::memory_order_relaxed);
  }
  return result;
}

void ReachedFigures::add(const TileErrors& found) {
  const double figures[kMeasureFigures] = {std::sqrt(found.largest.squared),      std::sqrt(found.encodingSquared),
                                           std::sqrt(found.interpolationSquared), std::sqrt(found.influencesSquared),
                                           std::sqrt(found.morphsSquared),        found.normalRadians};
  for (std::size_t i = 0; i < kMeasureFigures; ++i) {
    double known = m_figures[i].load(std::memory_order_relaxed);
    while (known < figures[i] && !m_figures[i].compare_exchange_weak(known, figures[i], std::memory_order_relaxed)) {
    }
  }
}

Result<TileResult> TileMaker::run(const TilePlan& plan, ReachedFigures& reached) {
  const vat::BakedClip& clip = m_baked.clips[plan.clip];
  if (!m_pose || m_poseClip != plan.clip) {
    m_pose.emplace(m_model, clip.source.clip, cycles::rootTaking(m_model, clip), clip.source.fromSeconds);
    m_poseClip = plan.clip;
    if (!m_items.points.isEmpty()) {
      m_sampler.emplace(m_model, m_items.points, clip.source.clip);
      for (animation::PointSampler::Scratch& scratch : m_points) {
        m_sampler->growScratch(scratch);
      }
    }
  }
  MeasureTile tile = describe(plan, clip);
  sample(plan, clip);
  std::vector<double> seconds =
      mapped(plan.frames, [&clip](std::uint32_t frame) { return secondsAtFrame(clip, frame); });
  for (const BetweenSample& between : plan.between) {
    seconds.push_back(between.time.seconds);
  }
  TRY(samplePoints(seconds, tile));
  if (isBone() && vat::encodingOf(m_baked).hasConstants) {
    fillPoses(plan, clip, tile);
  } else if (isBone()) {
    fillBlended(tile);
    fillTexels(plan, clip, tile);
  }
  if (m_items.shapes.shapeCount() != 0) {
    fillWeights(plan, clip);
    tile.shapeWeights = m_shapeWeights.data();
  }
  tile.reached = reached.all();
  TileResult result;
  result.errors = measureTile(tile, m_bounds);
  reached.add(result.errors);
  for (const std::uint32_t frame : plan.frames) {
    const std::uint32_t rows = m_baked.layout.rowsPerFrame;
    m_baked.texels.release(stored(clip, frame) * rows, rows);
  }
  if (plan.loopEnd) {
    sampleSource(clip.source.fromSeconds, 0);
    sampleSource(*plan.loopEnd, 1);
    fillSource(2);
    TRY(samplePoints(std::array{clip.source.fromSeconds, *plan.loopEnd}, tile));
    result.gapSquared = largestSquaredGap(m_items, tile.tables);
  }
  return result;
}

MeasureTile TileMaker::describe(const TilePlan& plan, const vat::BakedClip& clip) const {
  MeasureTile tile;
  tile.items = &m_items;
  tile.mode = m_baked.mode;
  tile.pixelFormat = m_baked.pixelFormat;
  tile.frameCount = plan.frames.size();
  tile.sampleCount = plan.size();
  tile.tables = {m_source.data(), m_texels.data(), m_blended.data(), m_morphWeights.data()};
  const std::size_t frameBytes = m_baked.texels.rowBytes() * m_baked.layout.rowsPerFrame;
  for (std::size_t i = 0; i < kMeasureSamples; ++i) {
    const std::uint32_t frame = plan.frames[std::min(i, plan.frames.size() - 1)];
    tile.frameStarts[i] = m_baked.texels.bytes().data() + frameBytes * stored(clip, frame);
  }
  for (std::size_t i = 0; i < plan.frames.size(); ++i) {
    tile.place[i] = plan.frames[i];
    tile.before[i] = tile.after[i] = static_cast<std::uint8_t>(i);
    tile.isSummed[i] = std::ranges::find(plan.summed, plan.frames[i]) != plan.summed.end();
  }
  for (std::size_t k = 0; k < plan.between.size(); ++k) {
    const BetweenSample& sample = plan.between[k];
    const std::size_t i = plan.frames.size() + k;
    tile.place[i] = sample.interval + sample.time.fraction - (sample.time.isBefore ? kJustBefore : 0.0);
    tile.fraction[i] = sample.share;
    tile.before[i] = sample.before;
    tile.after[i] = sample.after;
    tile.isSummed[i] = sample.time.isHalf;
  }
  return tile;
}

void TileMaker::sample(const TilePlan& plan, const vat::BakedClip& clip) {
  for (std::size_t i = 0; i < plan.frames.size(); ++i) {
    sampleSource(secondsAtFrame(clip, plan.frames[i]), i);
  }
  for (std::size_t k = 0; k < plan.between.size(); ++k) {
    sampleSource(plan.between[k].time.seconds, plan.frames.size() + k);
  }
  fillSource(plan.size());
}

Result<void> TileMaker::samplePoints(std::span<const double> seconds, MeasureTile& tile) {
  for (std::size_t first = 0; m_sampler && first < seconds.size(); first += animation::kFrameLanes) {
    std::array<double, animation::kFrameLanes> eight{};
    for (std::size_t i = 0; i < eight.size(); ++i) {
      eight[i] = seconds[std::min(first + i, seconds.size() - 1)];
    }
    const std::size_t block = first / animation::kFrameLanes;
    auto points = m_sampler->sample(eight, m_points[block]);
    TRY(points);
    tile.tables.points[block] = *points;
  }
  return {};
}

void TileMaker::fillWeights(const TilePlan& plan, const vat::BakedClip& clip) {
  float weights[vat::kMaxShapes];
  for (std::size_t i = 0; i < plan.frames.size(); ++i) {
    m_items.shapes.weights(m_baked.texels, m_baked.layout, stored(clip, plan.frames[i]), weights);
    for (std::size_t k = 0; k < m_items.shapes.shapeCount(); ++k) {
      m_shapeWeights[k * kMeasureSamples + i] = weights[k];
    }
  }
}

void TileMaker::sampleSource(double seconds, std::size_t i) {
  m_pose->evaluate(seconds);
  double* out = m_source.data() + i;
  for (const std::uint32_t entry : m_items.paletteEntries) {
    const glm::dmat4& matrix = m_pose->skinMatrices()[entry];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c, out += kMeasureSamples) {
        *out = matrix[c][r];
      }
    }
  }
  double* weight = m_morphWeights.data() + i;
  for (std::size_t set = 0; set < m_items.morphWeightBegin.size(); ++set) {
    for (const double value : m_pose->morphWeights(MorphSetIndex(set))) {
      *weight = value;
      weight += kMeasureSamples;
    }
  }
}

void TileMaker::fillSource(std::size_t used) {
  fillLanes(m_source.data(), m_items.paletteEntries.size() * 12, used);
  fillLanes(m_morphWeights.data(), m_items.morphWeightCount, used);
}

void TileMaker::fillBlended(const MeasureTile& tile) {
  const std::size_t rows = m_items.paletteEntries.size() * 12;
  for (std::size_t row = 0; row < rows; ++row) {
    double* const out = m_blended.data() + row * kMeasureSamples;
    std::copy_n(m_source.data() + row * kMeasureSamples, tile.frameCount, out);
    blendRow(tile, out);
  }
  fillLanes(m_blended.data(), rows, tile.sampleCount);
}

void TileMaker::fillTexels(const TilePlan& plan, const vat::BakedClip& clip, const MeasureTile& tile) {
  double* out = m_texels.data();
  for (std::size_t row = 0; row < m_items.paletteEntries.size(); ++row) {
    const std::uint32_t bone = m_items.bones[row];
    if (bone == kNoBone) {
      out = std::copy_n(m_source.data() + row * kMeasureMatrix, kMeasureMatrix, out);
      continue;
    }
    for (std::uint32_t r = 0; r < vat::kTexelsPerBone; ++r, out += 4 * kMeasureSamples) {
      const std::uint32_t texel = vat::elementTexel(m_baked.layout, bone, r);
      for (std::size_t i = 0; i < plan.frames.size(); ++i) {
        const vat::TexelAddress at = vat::texelAddress(m_baked.layout, stored(clip, plan.frames[i]), texel);
        const glm::vec4 value = m_baked.texels.texel(at.x, at.y);
        for (int c = 0; c < 4; ++c) {
          out[static_cast<std::size_t>(c) * kMeasureSamples + i] = static_cast<double>(value[c]);
        }
      }
      for (std::size_t c = 0; c < 4; ++c) {
        blendRow(tile, out + c * kMeasureSamples);
      }
    }
  }
  fillLanes(m_texels.data(), m_items.paletteEntries.size() * 12, tile.sampleCount);
}

void TileMaker::fillPoses(const TilePlan& plan, const vat::BakedClip& clip, const MeasureTile& tile) {
  const vat::Encoding& encoding = vat::encodingOf(m_baked);
  std::vector<vat::BonePose> decoded(tile.frameCount);
  std::vector<vat::BonePose> exact(tile.frameCount);
  for (std::size_t row = 0; row < m_items.paletteEntries.size(); ++row) {
    const std::uint32_t bone = m_items.bones[row];
    double* const source = m_source.data() + row * kMeasureMatrix;
    double* const texels = m_texels.data() + row * kMeasureMatrix;
    double* const blended = m_blended.data() + row * kMeasureMatrix;
    if (bone == kNoBone) {
      std::copy_n(source, kMeasureMatrix, texels);
      std::copy_n(source, kMeasureMatrix, blended);
      continue;
    }
    const glm::dvec3 pivot = vat::storedPivot(m_baked, bone);
    const bool isMatrix = vat::isStoredAsMatrix(m_baked, bone);
    for (std::size_t i = 0; i < tile.frameCount; ++i) {
      decoded[i] = vat::storedBone(m_baked, stored(clip, plan.frames[i]), bone);
      vat::BoneMatrix rows;
      for (int k = 0; k < 12; ++k) {
        rows.row[k / 4][k % 4] = source[static_cast<std::size_t>(k) * kMeasureSamples + i];
      }
      exact[i] = vat::poseOf(encoding, rows, pivot, isMatrix);
      putRows(vat::rowsOf(decoded[i]), texels + i);
      putRows(rows, blended + i);
    }
    for (std::size_t i = tile.frameCount; i < tile.sampleCount; ++i) {
      const double f = tile.fraction[i];
      putRows(vat::rowsOf(encoding.blendBones(decoded[tile.before[i]], decoded[tile.after[i]], f)), texels + i);
      putRows(vat::rowsOf(encoding.blendBones(exact[tile.before[i]], exact[tile.after[i]], f)), blended + i);
    }
  }
  fillLanes(m_texels.data(), m_items.paletteEntries.size() * 12, tile.sampleCount);
  fillLanes(m_blended.data(), m_items.paletteEntries.size() * 12, tile.sampleCount);
}

}  // namespace texeleton::bake
