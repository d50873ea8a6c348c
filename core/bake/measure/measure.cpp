#include "core/bake/measure/measure.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>

#include "core/bake/encoding/encoding.h"
#include "core/bake/measure/measure_bounds.h"
#include "core/bake/measure/measure_items.h"
#include "core/bake/measure/measure_kernel.h"
#include "core/bake/measure/measure_times.h"
#include "core/bake/model_as_baked.h"
#include "core/bake/root_of_clip.h"
#include "core/bake/rows/frame_table.h"
#include "core/base/parallel.h"
#include "core/root_motion/in_place_pose.h"

namespace texeleton::bake {

namespace {

/// Sixteenths are looked at in the intervals of a clip whose bounds are the largest: in at most so many, or, of a long
/// clip, in one of so many.
constexpr std::size_t kLeastRefined = 8;
constexpr std::size_t kRefinedOf = 8;
/// A smooth motion takes a vertex hardly farther between the quarters than at them: intervals with lower bounds are
/// left.
constexpr double kBetweenQuarters = 1.1;
/// Frames before a jump that stand for the limit from before it, so that who goes there sees it.
constexpr double kJustBefore = 1e-6;
constexpr std::size_t kTilesPerChunk = 4;

/// A time between two frames of a tile.
struct BetweenSample {
  TimeBetween time;
  std::uint32_t interval = 0;
  double share = 0.0;       ///< Of the stored frame after it.
  std::uint8_t before = 0;  ///< The frames around, as numbers in TilePlan::frames.
  std::uint8_t after = 0;
};

/// What of a clip is measured together.
struct TilePlan {
  std::size_t clip = 0;
  std::vector<std::uint32_t> frames;  ///< Of the clip.
  std::vector<std::uint32_t> summed;  ///< Those of them that count in the root of the mean of the squares here.
  std::vector<BetweenSample> between;
  bool withGap = false;  ///< Measures the clip's loop gap too.

  std::size_t size() const { return frames.size() + between.size(); }
};

struct TileResult {
  TileErrors errors;
  double gapSquared = 0.0;
};

/// Doubles on a 64-byte boundary, not set.
class Table {
 public:
  explicit Table(std::size_t size)
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

/// Repeats the last of `used` samples in the lanes up to a multiple of 8.
void fillLanes(double* table, std::size_t rowCount, std::size_t used) {
  const std::size_t end = std::min(kMeasureSamples, (used + 7) / 8 * 8);
  for (std::size_t row = 0; row < rowCount; ++row) {
    double* values = table + row * kMeasureSamples;
    std::fill(values + used, values + end, values[used - 1]);
  }
}

/// The largest figures that were found so far, of one clip: what cannot be larger is not looked at closely.
class Reached {
 public:
  std::array<double, kMeasureFigures> all() const {
    std::array<double, kMeasureFigures> result{};
    for (std::size_t i = 0; i < kMeasureFigures; ++i) {
      result[i] = m_figures[i].load(std::memory_order_relaxed);
    }
    return result;
  }
  void add(const TileErrors& e) {
    const double found[kMeasureFigures] = {std::sqrt(e.largest.squared),      std::sqrt(e.encodingSquared),
                                           std::sqrt(e.interpolationSquared), std::sqrt(e.influencesSquared),
                                           std::sqrt(e.morphsSquared),        e.normalRadians};
    for (std::size_t i = 0; i < kMeasureFigures; ++i) {
      double known = m_figures[i].load(std::memory_order_relaxed);
      while (known < found[i] && !m_figures[i].compare_exchange_weak(known, found[i], std::memory_order_relaxed)) {
      }
    }
  }

 private:
  std::array<std::atomic<double>, kMeasureFigures> m_figures{};
};

/// Fills and measures tiles, one after the other. One a thread.
class TileMaker {
 public:
  TileMaker(const model::Model& model, const BakedAnimation& baked, const MeasureItems& items)
      : m_model(model),
        m_baked(baked),
        m_items(items),
        m_source(items.paletteEntries.size() * kMeasureMatrix),
        m_texels(isBone() ? items.paletteEntries.size() * kMeasureMatrix : 0),
        m_blended(isBone() ? items.paletteEntries.size() * kMeasureMatrix : 0),
        m_morphWeights(items.morphWeightCount * kMeasureSamples),
        m_shapeWeights(items.shapes.shapeCount() * kMeasureSamples) {}

  TileResult run(const TilePlan& plan, Reached& reached) {
    const BakedClip& clip = m_baked.clips[plan.clip];
    if (!m_pose || m_poseClip != plan.clip) {
      m_pose.emplace(m_model, clip.source.clip, rootTaking(m_model, clip), clip.source.fromSeconds);
      m_poseClip = plan.clip;
    }
    MeasureTile tile = describe(plan, clip);
    sample(plan, clip);
    if (isBone() && encodingOf(m_baked).hasConstants) {
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
    if (plan.withGap) {
      sampleSource(clip.source.fromSeconds, 0);
      sampleSource(clip.source.toSeconds, 1);
      fillSource(2);
      result.gapSquared = largestSquaredGap(m_items, tile.tables);
    }
    return result;
  }

 private:
  bool isBone() const { return m_baked.mode == BakeMode::Bone; }

  /// Where a frame of a clip that is stored lies.
  std::uint32_t stored(const BakedClip& clip, std::uint32_t frame) const {
    return storedEntry(m_baked, clip.frameBegin + frame).from;
  }

  MeasureTile describe(const TilePlan& plan, const BakedClip& clip) const {
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
      tile.isSummed[i] = std::find(plan.summed.begin(), plan.summed.end(), plan.frames[i]) != plan.summed.end();
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

  void sample(const TilePlan& plan, const BakedClip& clip) {
    for (std::size_t i = 0; i < plan.frames.size(); ++i) {
      sampleSource(secondsAtFrame(clip, plan.frames[i]), i);
    }
    for (std::size_t k = 0; k < plan.between.size(); ++k) {
      sampleSource(plan.between[k].time.seconds, plan.frames.size() + k);
    }
    fillSource(plan.size());
  }

  void fillWeights(const TilePlan& plan, const BakedClip& clip) {
    float weights[kMaxShapes];
    for (std::size_t i = 0; i < plan.frames.size(); ++i) {
      m_items.shapes.weights(m_baked.texels, m_baked.layout, stored(clip, plan.frames[i]), weights);
      for (std::size_t k = 0; k < m_items.shapes.shapeCount(); ++k) {
        m_shapeWeights[k * kMeasureSamples + i] = weights[k];
      }
    }
  }

  void sampleSource(double seconds, std::size_t i) {
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

  void fillSource(std::size_t used) {
    fillLanes(m_source.data(), m_items.paletteEntries.size() * 12, used);
    fillLanes(m_morphWeights.data(), m_items.morphWeightCount, used);
  }

  /// Sets times between frames from the frames, in one row of samples.
  static void blendRow(const MeasureTile& tile, double* row) {
    for (std::size_t i = tile.frameCount; i < tile.sampleCount; ++i) {
      const double f = tile.fraction[i];
      row[i] = row[tile.before[i]] * (1.0 - f) + row[tile.after[i]] * f;
    }
  }

  void fillBlended(const MeasureTile& tile) {
    const std::size_t rows = m_items.paletteEntries.size() * 12;
    for (std::size_t row = 0; row < rows; ++row) {
      double* const out = m_blended.data() + row * kMeasureSamples;
      std::copy_n(m_source.data() + row * kMeasureSamples, tile.frameCount, out);
      blendRow(tile, out);
    }
    fillLanes(m_blended.data(), rows, tile.sampleCount);
  }

  void fillTexels(const TilePlan& plan, const BakedClip& clip, const MeasureTile& tile) {
    double* out = m_texels.data();
    for (std::size_t row = 0; row < m_items.paletteEntries.size(); ++row) {
      const std::uint32_t bone = m_items.bones[row];
      if (bone == kNoBone) {
        out = std::copy_n(m_source.data() + row * kMeasureMatrix, kMeasureMatrix, out);
        continue;
      }
      for (std::uint32_t r = 0; r < kTexelsPerBone; ++r, out += 4 * kMeasureSamples) {
        const std::uint32_t texel = elementTexel(m_baked.layout, bone, r);
        for (std::size_t i = 0; i < plan.frames.size(); ++i) {
          const TexelAddress at = texelAddress(m_baked.layout, stored(clip, plan.frames[i]), texel);
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

  static void putRows(const BoneMatrix& rows, double* out) {
    for (int k = 0; k < 12; ++k, out += kMeasureSamples) {
      *out = rows.row[k / 4][k % 4];
    }
  }

  /// The same two tables where poses are not blended as matrices.
  void fillPoses(const TilePlan& plan, const BakedClip& clip, const MeasureTile& tile) {
    const Encoding& encoding = encodingOf(m_baked);
    std::vector<BonePose> decoded(tile.frameCount);
    std::vector<BonePose> exact(tile.frameCount);
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
      const glm::dvec3 pivot = storedPivot(m_baked, bone);
      const bool isMatrix = isStoredAsMatrix(m_baked, bone);
      for (std::size_t i = 0; i < tile.frameCount; ++i) {
        decoded[i] = storedBone(m_baked, stored(clip, plan.frames[i]), bone);
        BoneMatrix rows;
        for (int k = 0; k < 12; ++k) {
          rows.row[k / 4][k % 4] = source[static_cast<std::size_t>(k) * kMeasureSamples + i];
        }
        exact[i] = poseOf(encoding, rows, pivot, isMatrix);
        putRows(rowsOf(decoded[i]), texels + i);
        putRows(rows, blended + i);
      }
      for (std::size_t i = tile.frameCount; i < tile.sampleCount; ++i) {
        const double f = tile.fraction[i];
        putRows(rowsOf(encoding.blendBones(decoded[tile.before[i]], decoded[tile.after[i]], f)), texels + i);
        putRows(rowsOf(encoding.blendBones(exact[tile.before[i]], exact[tile.after[i]], f)), blended + i);
      }
    }
    fillLanes(m_texels.data(), m_items.paletteEntries.size() * 12, tile.sampleCount);
    fillLanes(m_blended.data(), m_items.paletteEntries.size() * 12, tile.sampleCount);
  }

  const model::Model& m_model;
  const BakedAnimation& m_baked;
  const MeasureItems& m_items;
  std::optional<root_motion::InPlacePose> m_pose;
  std::size_t m_poseClip = 0;
  Table m_source, m_texels, m_blended, m_morphWeights;
  std::vector<float> m_shapeWeights;
  ClusterBounds m_bounds;
};

/// Cuts a clip into tiles: its frames, and between neighbours the times of `between`. Frames that are not stored are
/// times between those that are.
class TilePlanner {
 public:
  TilePlanner(std::size_t clip, const BakedAnimation& baked, std::vector<TilePlan>& plans)
      : m_clip(clip), m_animation(baked), m_baked(baked.clips[clip]), m_plans(plans) {}

  void planAll(const MeasureTimes& times) {
    const std::uint32_t intervals = intervalCount(m_baked);
    m_plan.withGap = true;
    m_plan.frames = {0};
    m_plan.summed = {0};
    for (std::uint32_t begin = 0; begin < intervals;) {
      const std::uint32_t steps = stepsAt(begin).steps;
      std::vector<BetweenSample> samples;
      for (std::uint32_t step = 0; step < steps; ++step) {
        if (step != 0) {  // A frame counts in the mean as half-way between two does.
          const TimeBetween frame{0.0, secondsAtFrame(m_baked, begin + step), true, false};
          samples.push_back(sampleOf(begin + step, step, steps, frame));
        }
        for (const TimeBetween& time : times.between(begin + step)) {
          samples.push_back(sampleOf(begin + step, step, steps, time));
        }
      }
      add(begin, steps, samples, true);
      begin += steps;
    }
    close();
  }

  void planSixteenths(const MeasureTimes& times, std::span<const std::uint32_t> intervals) {
    for (const std::uint32_t interval : intervals) {
      const FrameEntry at = stepsAt(interval);
      std::vector<BetweenSample> samples;
      for (const TimeBetween& time : times.sixteenths(interval)) {
        samples.push_back(sampleOf(interval, at.step, at.steps, time));
      }
      add(interval - at.step, at.steps, samples, false);
    }
    close();
  }

 private:
  FrameEntry stepsAt(std::uint32_t frame) const { return storedEntry(m_animation, m_baked.frameBegin + frame); }

  static BetweenSample sampleOf(std::uint32_t interval, std::uint32_t step, std::uint32_t steps,
                                const TimeBetween& time) {
    return {time, interval, steps == 1 ? time.fraction : (step + time.fraction) / steps, 0, 0};
  }

  /// `begin`, `begin` + `steps`: the stored frames around.
  void add(std::uint32_t begin, std::uint32_t steps, const std::vector<BetweenSample>& samples, bool sums) {
    for (std::size_t next = 0; next < samples.size();) {
      if (m_plan.size() + 3 > kMeasureSamples || (next == 0 && samples.size() + 2 <= kMeasureSamples &&
                                                  m_plan.size() + 2 + samples.size() > kMeasureSamples)) {
        close();
      }
      const auto before = numberOf(begin, false);
      const auto after = numberOf((begin + steps) % m_baked.frameCount, sums && next == 0 && isNew(begin + steps));
      while (next < samples.size() && m_plan.size() < kMeasureSamples) {
        BetweenSample sample = samples[next++];
        sample.before = before;
        sample.after = after;
        m_plan.between.push_back(sample);
      }
    }
  }

  /// The frame after an interval counts with it, but for the first frame of a clip, which counts at the start.
  bool isNew(std::uint32_t frame) const { return frame < m_baked.frameCount; }

  std::uint8_t numberOf(std::uint32_t frame, bool sums) {
    auto at = std::find(m_plan.frames.begin(), m_plan.frames.end(), frame);
    if (at == m_plan.frames.end()) {
      at = m_plan.frames.insert(m_plan.frames.end(), frame);
    }
    if (sums) {
      m_plan.summed.push_back(frame);
    }
    return static_cast<std::uint8_t>(at - m_plan.frames.begin());
  }

  void close() {
    if (!m_plan.frames.empty()) {
      m_plan.clip = m_clip;
      m_plans.push_back(std::move(m_plan));
    }
    m_plan = {};
  }

  std::size_t m_clip;
  const BakedAnimation& m_animation;
  const BakedClip& m_baked;
  std::vector<TilePlan>& m_plans;
  TilePlan m_plan;
};

double millimetres(double squaredMetres) { return std::sqrt(squaredMetres) * 1000.0; }

/// What was found of one clip.
struct ClipFigures {
  LargestDistance largest;
  double sum = 0.0;
  double encoding = 0.0, interpolation = 0.0, influences = 0.0, morphs = 0.0, radians = 0.0, gap = 0.0;

  void add(const TileResult& result) {
    const TileErrors& tile = result.errors;
    largest = largest.isLessThan(tile.largest) ? tile.largest : largest;
    sum += tile.sumOfSquares;
    encoding = std::max(encoding, tile.encodingSquared);
    interpolation = std::max(interpolation, tile.interpolationSquared);
    influences = std::max(influences, tile.influencesSquared);
    morphs = std::max(morphs, tile.morphsSquared);
    radians = std::max(radians, tile.normalRadians);
    gap = std::max(gap, result.gapSquared);
  }

  ClipError error(const BakedClip& clip, std::size_t vertexCount, double sizeMetres) const {
    ClipError error;
    const double samples =
        (static_cast<double>(clip.frameCount) + intervalCount(clip)) * static_cast<double>(vertexCount);
    error.foundMillimetres = millimetres(largest.squared);
    error.maxMillimetres = error.foundMillimetres * kUnseenErrorFactor;
    error.rmsMillimetres = vertexCount > 0 ? millimetres(sum / samples) : 0.0;
    error.maxRelative = sizeMetres > 0.0 ? error.maxMillimetres / 1000.0 / sizeMetres : 0.0;
    error.maxNormalDegrees = glm::degrees(radians);
    error.encodingMillimetres = millimetres(encoding);
    error.interpolationMillimetres = millimetres(interpolation);
    error.influencesMillimetres = millimetres(influences);
    error.morphsMillimetres = millimetres(morphs);
    error.loopGapMillimetres = millimetres(gap);
    error.worstFrame = largest.place;
    error.worstVertex = largest.vertex;
    return error;
  }
};

/// Largest bounds of each interval of a clip.
struct IntervalBounds {
  std::vector<double> whole, interpolation;
};

/// The intervals in which the largest of a figure may lie at a sixteenth: those whose bound comes near what was found.
void addFarthest(const std::vector<double>& bounds, double found, std::vector<std::uint32_t>& intervals) {
  std::vector<std::uint32_t> near;
  for (std::uint32_t i = 0; i < bounds.size(); ++i) {
    if (bounds[i] > 0.0 && bounds[i] * kBetweenQuarters >= found) {
      near.push_back(i);
    }
  }
  const std::size_t most = std::max(kLeastRefined, bounds.size() / kRefinedOf);
  if (near.size() > most) {
    std::stable_sort(near.begin(), near.end(), [&](std::uint32_t a, std::uint32_t b) { return bounds[a] > bounds[b]; });
    near.resize(most);
  }
  intervals.insert(intervals.end(), near.begin(), near.end());
}

class Measurement {
 public:
  Measurement(const model::Model& model, const BakedAnimation& baked, const MeasureItems& items, JobContext& job)
      : m_model(model),
        m_baked(baked),
        m_items(items),
        m_job(job),
        m_reached(baked.clips.size()),
        m_figures(baked.clips.size()) {}

  Result<std::vector<ClipError>> run() {
    std::vector<MeasureTimes> times;
    std::vector<TilePlan> plans;
    for (std::size_t clip = 0; clip < m_baked.clips.size(); ++clip) {
      times.emplace_back(m_model, m_baked.clips[clip], m_items.paletteEntries, m_baked.sizeMetres);
      TilePlanner(clip, m_baked, plans).planAll(times.back());
    }
    m_job.progress(0.0, "Measuring");
    if (auto error = measure(plans, 0.0, 0.8)) {
      return fail(std::move(*error));
    }
    const std::vector<IntervalBounds> bounds = boundsOf(plans);
    plans.clear();
    for (std::size_t clip = 0; clip < m_baked.clips.size(); ++clip) {
      std::vector<std::uint32_t> intervals;
      addFarthest(bounds[clip].whole, std::sqrt(m_figures[clip].largest.squared), intervals);
      addFarthest(bounds[clip].interpolation, std::sqrt(m_figures[clip].interpolation), intervals);
      std::sort(intervals.begin(), intervals.end());
      intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
      TilePlanner(clip, m_baked, plans).planSixteenths(times[clip], intervals);
    }
    if (auto error = measure(plans, 0.8, 1.0)) {
      return fail(std::move(*error));
    }
    std::vector<ClipError> errors;
    for (std::size_t clip = 0; clip < m_baked.clips.size(); ++clip) {
      errors.push_back(m_figures[clip].error(m_baked.clips[clip], m_model.vertexCount(), m_baked.sizeMetres));
    }
    return errors;
  }

 private:
  /// Measures tiles and adds what they find, in their order.
  std::optional<Error> measure(const std::vector<TilePlan>& plans, double from, double to) {
    m_results.assign(plans.size(), {});
    std::atomic<std::size_t> done{0};
    std::atomic<bool> outOfMemory{false};
    const bool complete =
        parallelFor(plans.size(), kTilesPerChunk, m_job.threadCount, m_job, [&](std::size_t begin, std::size_t end) {
          try {
            TileMaker maker(m_model, m_baked, m_items);
            for (std::size_t i = begin; i < end; ++i) {
              m_results[i] = maker.run(plans[i], m_reached[plans[i].clip]);
            }
          } catch (const std::bad_alloc&) {
            outOfMemory = true;
          }
          const double share = static_cast<double>(done += end - begin) / static_cast<double>(plans.size());
          m_job.progress(from + (to - from) * share, "Measuring");
        });
    if (outOfMemory) {
      return Error{ErrorCode::Limit,
                   message("not enough memory to measure a palette of %1 entries; use fewer threads",
                           m_items.paletteEntries.size()),
                   {}};
    }
    if (!complete) {
      return Error{ErrorCode::Cancelled, message("measuring was cancelled"), {}};
    }
    m_job.progress(to, "Measuring");
    for (std::size_t i = 0; i < plans.size(); ++i) {
      m_figures[plans[i].clip].add(m_results[i]);
    }
    return std::nullopt;
  }

  std::vector<IntervalBounds> boundsOf(const std::vector<TilePlan>& plans) const {
    std::vector<IntervalBounds> bounds(m_baked.clips.size());
    for (std::size_t clip = 0; clip < bounds.size(); ++clip) {
      bounds[clip].whole.assign(intervalCount(m_baked.clips[clip]), 0.0);
      bounds[clip].interpolation.assign(intervalCount(m_baked.clips[clip]), 0.0);
    }
    const auto raise = [](double& bound, double value) { bound = value <= bound ? bound : value; };
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const TilePlan& plan = plans[i];
      const TileErrors& errors = m_results[i].errors;
      IntervalBounds& of = bounds[plan.clip];
      for (std::size_t k = 0; k < plan.between.size(); ++k) {
        const std::size_t sample = plan.frames.size() + k;
        raise(of.whole[plan.between[k].interval], errors.wholeBound[sample]);
        raise(of.interpolation[plan.between[k].interval], errors.interpolationBound[sample]);
      }
    }
    return bounds;
  }

  const model::Model& m_model;
  const BakedAnimation& m_baked;
  const MeasureItems& m_items;
  JobContext& m_job;
  std::vector<Reached> m_reached;  // of each clip
  std::vector<ClipFigures> m_figures;
  std::vector<TileResult> m_results;
};

}  // namespace

Result<std::vector<ClipError>> measureError(const model::Model& model, const BakedAnimation& baked, JobContext& job) {
  const Result<std::optional<model::Model>> part = modelAsBaked(model, baked);
  TRY(part);
  const model::Model& source = *part ? **part : model;
  const Result<MeasureItems> items = collectItems(source, baked);
  TRY(items);
  return Measurement(source, baked, *items, job).run();
}

}  // namespace texeleton::bake
