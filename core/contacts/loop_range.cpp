#include "core/contacts/loop_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/animation/pose.h"
#include "core/base/mapped.h"
#include "core/base/units.h"
#include "core/contacts/body_points.h"
#include "core/contacts/travel.h"
#include "core/cycles/decide_loop.h"
#include "core/cycles/open_cycle.h"

namespace texeleton::contacts {

namespace {

constexpr double kMostComparedFrames = 600.0;  ///< Limit of frames compared pairwise.
constexpr std::size_t kMostPoints = 128;       ///< Points of the body in such a comparison.
constexpr double kVelocitySeconds = 0.1;  ///< Seconds: a difference of velocity counts as the change of the pose in
                                          ///< this time.
constexpr double kNearlyAsGood = 1.5;      ///< Times the least difference …
constexpr double kAlikePoses = 5e-4;       ///< … and this share of the body's height more.
constexpr double kLeastMotionShare = 0.3;  ///< Relative to the largest difference between two poses of the clip.
constexpr double kMuchSmallerGap = 0.5;    ///< Limit of a proposal's gap, relative to the whole clip's …
constexpr double kMostGap = 0.03;          ///< … and to the model's size.
constexpr double kContinuesGap = 0.02;     ///< In sizes of the model; the gap left by a missing last frame.
constexpr int kRefinements = 8;            ///< Steps within a frame, if the format has no frames.

glm::dvec3 alongGround(const glm::dvec3& v) { return {v.x, 0.0, v.z}; }

/// All vertices of a pose, or the origins of all nodes if there are none.
std::vector<glm::dvec3> positionsOf(const model::Model& model, const animation::SourcePose& pose) {
  std::vector<glm::dvec3> positions;
  const model::VertexData& vertices = model.vertices;
  if (vertices.positions.empty()) {
    for (const glm::dmat4& world : pose.worlds()) {
      positions.emplace_back(world[3]);
    }
    return positions;
  }
  positions.assign(vertices.positions.begin(), vertices.positions.end());
  for (const model::MeshPart& part : model.parts) {
    for (std::size_t t = 0; t < part.morphTargets.size(); ++t) {
      const double weight = pose.morphWeights(part.morphSet)[t];
      for (std::size_t v = 0; weight != 0.0 && v < part.vertexCount; ++v) {
        positions[part.firstVertex + v] += weight * glm::dvec3(part.morphTargets[t].positionDeltas[v]);
      }
    }
  }
  for (std::size_t v = 0; v < positions.size(); ++v) {
    glm::dvec3 moved(0.0);
    for (std::uint32_t i = vertices.influenceBegin[v]; i < vertices.influenceBegin[v + 1]; ++i) {
      const model::Influence& influence = vertices.influences[i];
      moved += static_cast<double>(influence.weight) *
               glm::dvec3(pose.skinMatrices()[influence.joint] * glm::dvec4(positions[v], 1.0));
    }
    positions[v] = moved;
  }
  return positions;
}

double sizeOf(const model::Model& model) {
  return model.bindBounds.isEmpty() ? bodyHeight(model)
                                    : glm::length(glm::dvec3(model.bindBounds.max) - glm::dvec3(model.bindBounds.min));
}

bool isClosed(const model::Model& model, double gapMillimetres) {
  return gapMillimetres <= kClosedGap * sizeOf(model) * kMillimetresPerMetre;
}

/// Poses and velocities at even times of a clip, at a few points of the body.
class PoseTable {
 public:
  PoseTable(const model::Model& model, ClipIndex clip) : m_pose(model, clip) {
    for (const std::vector<BodyPoint>& node : bodyPoints(model, PointDensity::Axes)) {
      m_points.insert(m_points.end(), node.begin(), node.end());
    }
    if (m_points.empty()) {
      for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        m_points.push_back({NodeIndex(i), glm::dvec3(0.0)});
      }
    }
    if (const std::size_t all = m_points.size(); all > kMostPoints) {
      for (std::size_t i = 0; i < kMostPoints; ++i) {
        m_points[i] = m_points[i * all / kMostPoints];
      }
      m_points.resize(kMostPoints);
    }
  }

  /// Place and scaled velocity of each point at `seconds`; the velocity is found from times `reach` seconds before and
  /// after.
  std::vector<glm::vec3> features(double seconds, double reach, double first, double last) {
    const double before = std::max(first, seconds - reach);
    const double after = std::min(last, seconds + reach);
    std::vector<glm::vec3> result;
    result.reserve(2 * m_points.size());
    const std::vector<glm::dvec3> a = places(before);
    const std::vector<glm::dvec3> b = places(after);
    for (const glm::dvec3& place : places(seconds)) {
      result.emplace_back(place);
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      result.emplace_back((b[i] - a[i]) * (after > before ? kVelocitySeconds / (after - before) : 0.0));
    }
    return result;
  }

 private:
  std::vector<glm::dvec3> places(double seconds) {
    m_pose.evaluate(seconds);
    return mapped(m_points, [&](const BodyPoint& point) { return point.at(m_pose.worlds()); });
  }

  animation::SourcePose m_pose;
  std::vector<BodyPoint> m_points;
};

/// Root mean square difference between two poses; with `inPlace` after moving one along the ground for the best fit.
double difference(std::span<const glm::vec3> a, std::span<const glm::vec3> b, bool inPlace) {
  const std::size_t count = a.size() / 2;
  glm::vec3 moved(0.0f);
  float squares = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const glm::vec3 d = a[i] - b[i];
    squares += glm::dot(d, d);
    if (i < count) {
      moved += d;
    }
  }
  const auto n = static_cast<double>(count);
  double mean = static_cast<double>(squares) / n;
  if (inPlace) {
    const glm::dvec3 travel = alongGround(glm::dvec3(moved)) / n;
    mean -= glm::dot(travel, travel);
  }
  return std::sqrt(std::max(mean, 0.0));
}

/// The search over all pairs of frames of one clip.
class RangeSearch {
 public:
  RangeSearch(const model::Model& model, ClipIndex clip, double minSeconds)
      : m_model(model), m_index(clip), m_table(model, clip) {
    const model::Clip& source = model.clips[clip.value];
    m_first = source.startSeconds;
    m_last = source.startSeconds + source.lengthSeconds;
    const double rate = source.sourceRateHz > 0.0 ? source.sourceRateHz : model::kDefaultRateHz;
    const double steps = std::max(1.0, std::floor(source.lengthSeconds * rate + 0.5));
    const double used = std::min(steps, kMostComparedFrames);
    m_step = source.lengthSeconds / used;
    m_wholeFrames = source.sourceRateHz > 0.0 && used == steps;
    m_count = static_cast<std::size_t>(used) + 1;
    const double least = minSeconds > 0.0 ? minSeconds : 0.25 * source.lengthSeconds;
    m_leastSteps = std::max<std::size_t>(2, static_cast<std::size_t>(std::ceil(least / m_step - 1e-6)));
    for (std::size_t i = 0; i < m_count; ++i) {
      m_features.push_back(featuresAt(secondsOf(i)));
    }
  }

  std::optional<LoopRange> best(bool inPlace, JobContext& job) {
    if (!compare(inPlace, job)) {
      return std::nullopt;
    }
    const double most = kLeastMotionShare * static_cast<double>(*std::ranges::max_element(m_differences));
    double least = std::numeric_limits<double>::max();
    forEachRange(most, [&](std::size_t, std::size_t, double d) { least = std::min(least, d); });
    if (least == std::numeric_limits<double>::max()) {
      return std::nullopt;
    }
    const double accepted = kNearlyAsGood * least + kAlikePoses * bodyHeight(m_model);
    std::size_t from = 0;
    std::size_t to = 0;
    double found = 0.0;
    forEachRange(most, [&](std::size_t i, std::size_t j, double d) {
      if (d <= accepted && (j - i > to - from || (j - i == to - from && d < found))) {
        from = i;
        to = j;
        found = d;
      }
    });
    LoopRange range{secondsOf(from), m_wholeFrames ? secondsOf(to) : refined(from, to, inPlace), 0.0, inPlace};
    const RangeGap gap = rangeGap(m_model, m_index, range.fromSeconds, range.toSeconds);
    range.gapMillimetres = inPlace ? gap.inPlaceGapMillimetres : gap.gapMillimetres;
    return range;
  }

 private:
  double secondsOf(std::size_t frame) const {
    return frame + 1 == m_count ? m_last : m_first + static_cast<double>(frame) * m_step;
  }
  std::vector<glm::vec3> featuresAt(double seconds) { return m_table.features(seconds, m_step, m_first, m_last); }
  float& at(std::size_t i, std::size_t j) { return m_differences[i * m_count + j]; }

  bool compare(bool inPlace, JobContext& job) {
    m_differences.assign(m_count * m_count, 0.0f);
    for (std::size_t i = 0; i < m_count; ++i) {
      if (job.isCancelled()) {
        return false;
      }
      for (std::size_t j = i + 1; j < m_count; ++j) {
        at(i, j) = static_cast<float>(difference(m_features[i], m_features[j], inPlace));
      }
    }
    return true;
  }

  /// Calls `visit(i, j, difference)` for each range that is long enough and within which the body moves at least
  /// `motion` away from its start.
  template <class F>
  void forEachRange(double motion, const F& visit) {
    for (std::size_t i = 0; i < m_count; ++i) {
      float furthest = 0.0f;
      for (std::size_t j = i + 1; j < m_count; ++j) {
        furthest = std::max(furthest, at(i, j));
        if (j - i >= m_leastSteps && furthest > 0.0f && static_cast<double>(furthest) >= motion) {
          visit(i, j, static_cast<double>(at(i, j)));
        }
      }
    }
  }

  /// The end, moved within a step to the best fit with the start.
  double refined(std::size_t from, std::size_t to, bool inPlace) {
    double best = secondsOf(to);
    double least = difference(m_features[from], m_features[to], inPlace);
    for (int k = -kRefinements + 1; k < kRefinements; ++k) {
      const double seconds = secondsOf(to) + static_cast<double>(k) * m_step / kRefinements;
      if (k == 0 || seconds > m_last) {
        continue;
      }
      if (const double d = difference(m_features[from], featuresAt(seconds), inPlace); d < least) {
        least = d;
        best = seconds;
      }
    }
    return best;
  }

  const model::Model& m_model;
  ClipIndex m_index;
  PoseTable m_table;
  double m_first = 0.0;
  double m_last = 0.0;
  double m_step = 0.0;
  bool m_wholeFrames = false;
  std::size_t m_count = 0;
  std::size_t m_leastSteps = 0;
  std::vector<std::vector<glm::vec3>> m_features;
  std::vector<float> m_differences;
};

}  // namespace

RangeGap rangeGap(const model::Model& model, ClipIndex clip, double fromSeconds, double toSeconds) {
  animation::SourcePose pose(model, clip);
  pose.evaluate(fromSeconds);
  const std::vector<glm::dvec3> start = positionsOf(model, pose);
  pose.evaluate(toSeconds);
  const std::vector<glm::dvec3> end = positionsOf(model, pose);
  glm::dvec3 travel(0.0);
  for (std::size_t i = 0; i < start.size(); ++i) {
    travel += alongGround(end[i] - start[i]) / static_cast<double>(start.size());
  }
  RangeGap gap;
  gap.travelMillimetres = glm::length(travel) * kMillimetresPerMetre;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const glm::dvec3 moved = end[i] - start[i];
    gap.gapMillimetres = std::max(gap.gapMillimetres, glm::length(moved) * kMillimetresPerMetre);
    gap.inPlaceGapMillimetres = std::max(gap.inPlaceGapMillimetres, glm::length(moved - travel) * kMillimetresPerMetre);
  }
  return gap;
}

LoopReport analyseLoop(const model::Model& model, ClipIndex clipIndex, double minSeconds, JobContext& job) {
  const model::Clip& clip = model.clips[clipIndex.value];
  const RangeGap gap = rangeGap(model, clipIndex, clip.startSeconds, clip.startSeconds + clip.lengthSeconds);
  LoopReport report{gap.gapMillimetres, gap.inPlaceGapMillimetres, gap.travelMillimetres, false, false, false,
                    std::nullopt};
  const double end = clip.startSeconds + clip.lengthSeconds;
  report.closes = cycles::endsAgree(model, clip, clip.startSeconds, end);
  report.closesAfterFrame = !report.closes && cycles::findOpenCycle(model, clip, clip.startSeconds, end).has_value();
  report.closesInPlace = isClosed(model, gap.inPlaceGapMillimetres);
  if (report.closes || report.closesAfterFrame || !(clip.lengthSeconds > 0.0)) {
    return report;
  }
  RangeSearch search(model, clipIndex, minSeconds);
  const auto propose = [&](bool inPlace, double wholeGap) {
    const std::optional<LoopRange> range = search.best(inPlace, job);
    if (range && range->gapMillimetres <=
                     std::min(kMuchSmallerGap * wholeGap, kMostGap * sizeOf(model) * kMillimetresPerMetre)) {
      report.best = range;
    }
  };
  propose(false, gap.gapMillimetres);
  if (!report.best && !report.closesInPlace && !isClosed(model, gap.travelMillimetres)) {
    propose(true, gap.inPlaceGapMillimetres);
  }
  return report;
}

bool continuesAtStart(const model::Model& model, ClipIndex clipIndex) {
  const model::Clip& clip = model.clips[clipIndex.value];
  const double end = clip.startSeconds + clip.lengthSeconds;
  if (cycles::decideLoop(model, clip, clip.startSeconds, end) ||
      cycles::findOpenCycle(model, clip, clip.startSeconds, end)) {
    return true;
  }
  const double most = kContinuesGap * sizeOf(model);
  if (rangeGap(model, clipIndex, clip.startSeconds, end).inPlaceGapMillimetres <= most * kMillimetresPerMetre) {
    return true;
  }
  const Travel travel = findTravel(model, clipIndex);
  animation::SourcePose pose(model, clipIndex);
  const auto placesAt = [&](double seconds) {
    pose.evaluate(seconds);
    std::vector<glm::dvec3> places = positionsOf(model, pose);
    for (glm::dvec3& place : places) {
      place = glm::dvec3(travel.takenOutAt(seconds) * glm::dvec4(place, 1.0));
    }
    return places;
  };
  const std::vector<glm::dvec3> first = placesAt(clip.startSeconds);
  const std::vector<glm::dvec3> last = placesAt(end);
  double gap = 0.0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    gap = std::max(gap, glm::distance(first[i], last[i]));
  }
  const double frame = cycles::frameSeconds(clip);
  return gap <= most || (clip.sourceRateHz > 0.0 && clip.lengthSeconds > 4.0 * frame &&
                         cycles::stepLeadsOn(placesAt(end - frame), last, first, placesAt(clip.startSeconds + frame)));
}

}  // namespace texeleton::contacts
