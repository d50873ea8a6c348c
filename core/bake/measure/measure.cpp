#include "core/bake/measure/measure.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "core/bake/measure/measure_items.h"
#include "core/bake/measure/measure_plan.h"
#include "core/bake/measure/measure_tile.h"
#include "core/bake/measure/measure_times.h"
#include "core/base/mapped.h"
#include "core/base/parallel.h"
#include "core/cycles/close_cycles.h"
#include "core/cycles/model_as_baked.h"

namespace texeleton::bake {

namespace {

/// Minimum number of intervals of a clip, those with the largest bounds, that are measured at sixteenths; for long
/// clips, a share of them.
constexpr std::size_t kLeastRefined = 8;
constexpr std::size_t kRefinedOf = 8;
/// In smooth motion the error between quarters hardly exceeds that at quarters: intervals with lower bounds are
/// skipped.
constexpr double kBetweenQuarters = 1.1;
constexpr std::size_t kTilesPerChunk = 4;

double millimetres(double squaredMetres) { return std::sqrt(squaredMetres) * 1000.0; }

/// Results for one clip.
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

  vat::ClipError error(const vat::BakedClip& clip, std::size_t vertexCount, double sizeMetres) const {
    vat::ClipError error;
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

/// Adds the intervals in which a sixteenth may have the maximum of a figure: those with a bound near the found maximum.
void addFarthest(const std::vector<double>& bounds, double found, std::vector<std::uint32_t>& intervals) {
  auto near = placesWhere<std::uint32_t>(
      bounds.size(), [&](std::size_t i) { return bounds[i] > 0.0 && bounds[i] * kBetweenQuarters >= found; });
  const std::size_t most = std::max(kLeastRefined, bounds.size() / kRefinedOf);
  if (near.size() > most) {
    std::ranges::stable_sort(near, [&](std::uint32_t a, std::uint32_t b) { return bounds[a] > bounds[b]; });
    near.resize(most);
  }
  intervals.insert(intervals.end(), near.begin(), near.end());
}

class Measurement {
 public:
  /// `loopEnds`: by clip of `clips`.
  Measurement(const model::Model& model, const vat::BakedAnimation& baked, std::span<const std::size_t> clips,
              std::vector<double> loopEnds, const MeasureItems& items, JobContext& job)
      : m_model(model),
        m_baked(baked),
        m_clips(clips),
        m_loopEnds(std::move(loopEnds)),
        m_items(items),
        m_job(job),
        m_reached(baked.clips.size()),
        m_figures(baked.clips.size()) {}

  Result<std::vector<vat::ClipError>> run() {
    std::vector<MeasureTimes> times;
    std::vector<TilePlan> plans;
    for (std::size_t i = 0; i < m_clips.size(); ++i) {
      const std::size_t clip = m_clips[i];
      times.emplace_back(m_model, m_baked.clips[clip], m_items.paletteEntries, m_baked.sizeMetres);
      TilePlanner(clip, m_baked, plans).planAll(times.back(), m_loopEnds[i]);
    }
    m_job.progress(0.0, "Measuring");
    if (auto error = measure(plans, 0.0, 0.8)) {
      return fail(std::move(*error));
    }
    const std::vector<IntervalBounds> bounds = boundsOf(plans);
    plans.clear();
    for (std::size_t i = 0; i < m_clips.size(); ++i) {
      const std::size_t clip = m_clips[i];
      std::vector<std::uint32_t> intervals;
      addFarthest(bounds[clip].whole, std::sqrt(m_figures[clip].largest.squared), intervals);
      addFarthest(bounds[clip].interpolation, std::sqrt(m_figures[clip].interpolation), intervals);
      std::ranges::sort(intervals);
      intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
      TilePlanner(clip, m_baked, plans).planSixteenths(times[i], intervals);
    }
    if (auto error = measure(plans, 0.8, 1.0)) {
      return fail(std::move(*error));
    }
    std::vector<vat::ClipError> errors;
    for (std::size_t i = 0; i < m_clips.size(); ++i) {
      const std::size_t clip = m_clips[i];
      errors.push_back(m_figures[clip].error(m_baked.clips[clip], m_model.vertexCount(), m_baked.sizeMetres));
      errors.back().isAtJump = times[i].jumpsNear(errors.back().worstFrame);
    }
    return errors;
  }

 private:
  /// Measures tiles and adds their results, in order.
  std::optional<Error> measure(const std::vector<TilePlan>& plans, double from, double to) {
    m_results.assign(plans.size(), {});
    std::atomic<std::size_t> done{0};
    std::atomic<bool> outOfMemory{false};
    std::atomic<bool> failed{false};
    std::optional<Error> unreadable;  // The error of the first thread that failed.
    const unsigned threads = m_items.points.threadsFor(effectiveThreadCount(m_job.threadCount), kMeasureSamples);
    const bool complete =
        parallelFor(plans.size(), kTilesPerChunk, threads, m_job, [&](std::size_t begin, std::size_t end) {
          try {
            TileMaker maker(m_model, m_baked, m_items);
            for (std::size_t i = begin; i < end && !failed; ++i) {
              auto result = maker.run(plans[i], m_reached[plans[i].clip]);
              if (result) {
                m_results[i] = *result;
              } else if (!failed.exchange(true)) {
                unreadable = std::move(result.error());
              }
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
    if (unreadable) {
      return unreadable;
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
  const vat::BakedAnimation& m_baked;
  std::span<const std::size_t> m_clips;
  std::vector<double> m_loopEnds;
  const MeasureItems& m_items;
  JobContext& m_job;
  std::vector<ReachedFigures> m_reached;  // of each clip
  std::vector<ClipFigures> m_figures;
  std::vector<TileResult> m_results;
};

}  // namespace

Result<std::vector<vat::ClipError>> measureError(const model::Model& model, const vat::BakedAnimation& baked,
                                                 JobContext& job) {
  std::vector<std::size_t> all(baked.clips.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return measureError(model, baked, all, job);
}

Result<std::vector<vat::ClipError>> measureError(const model::Model& model, const vat::BakedAnimation& baked,
                                                 std::span<const std::size_t> clips, JobContext& job) {
  const Result<std::optional<model::Model>> part = cycles::modelAsBaked(model, baked);
  TRY(part);
  const model::Model& source = *part ? **part : model;
  const Result<MeasureItems> items = collectItems(source, baked);
  TRY(items);
  auto loopEnds = mapped(clips, [&](std::size_t clip) { return cycles::loopEndSeconds(model, baked.clips[clip]); });
  return Measurement(source, baked, clips, std::move(loopEnds), *items, job).run();
}

}  // namespace texeleton::bake
