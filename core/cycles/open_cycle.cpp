#include "core/cycles/open_cycle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/animation/point_sampler.h"
#include "core/root_motion/in_place_pose.h"

namespace texeleton::cycles {

namespace {

constexpr double kFewestFrames = 6.0;
constexpr double kMostAside = 0.5;        ///< Relative to the steps near the ends, root mean square.
constexpr double kMostAsideOfOne = 0.75;  ///< Relative to the largest step, for any point.
constexpr double kWeightAside = 0.05;     ///< Additional tolerance of morph weights …
constexpr double kScaleAside = 0.01;  ///< … and of the length of an axis, relative to its length in the bind pose.
constexpr double kLeastMotionInSteps = 3.0;  ///< The body's distance from its start, in such steps.
constexpr int kLooks = 16;                   ///< Poses of the range that are examined for that.
constexpr double kTipShare = 0.1;  ///< Fraction of the model size: distance of the axis points from their node.
constexpr double kOpenCycleRounding = 1e-6;  ///< Seconds.

/// The compared parts of a pose: points, morph weights and scales.
struct Look {
  std::vector<glm::dvec3> points;
  std::vector<double> weights;
  std::vector<double> scales;  ///< Lengths of the axes of nodes that move vertices, relative to the bind pose.
};

/// Whether morph weights or scales continue likewise.
bool valuesLeadOn(const Look& before, const Look& last, const Look& first, const Look& after,
                  std::vector<double> Look::*values, double mostAside) {
  for (std::size_t i = 0; i < (last.*values).size(); ++i) {
    const double in = (last.*values)[i] - (before.*values)[i];
    const double out = (after.*values)[i] - (first.*values)[i];
    const double step = std::max(std::abs(in), std::abs(out));
    if (std::abs((first.*values)[i] - (last.*values)[i] - 0.5 * (in + out)) > kMostAsideOfOne * step + mostAside) {
      return false;
    }
  }
  return true;
}

class Looker {
 public:
  Looker(const model::Model& model, const model::Clip& clip, const root_motion::RootTaking& taking, double start)
      : m_model(model), m_pose(model, ClipIndex(static_cast<std::size_t>(&clip - model.clips.data())), taking, start) {
    m_tip = kTipShare * glm::length(glm::dvec3(model.bindBounds.max) - glm::dvec3(model.bindBounds.min));
    for (const model::PaletteEntry& entry : model.palette) {
      const glm::dmat3 bind(entry.inverseBind);
      // A singular matrix has no usable lengths: absolute lengths are compared.
      const glm::dmat3 axes = glm::determinant(bind) != 0.0 ? glm::inverse(bind) : glm::dmat3(1.0);
      m_lengths.emplace_back(glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2]));
    }
  }

  Look at(double seconds) {
    m_pose.evaluate(seconds);
    Look look;
    for (std::size_t i = 0; i < m_model.palette.size(); ++i) {
      const glm::dmat4& world = m_pose.worlds()[m_model.palette[i].node.value];
      const glm::dvec3 place(world[3]);
      look.points.push_back(place);
      for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 direction = glm::dvec3(world[axis]) / m_lengths[i][axis];
        if (axis < 2) {  // Two axes determine the rotation.
          look.points.push_back(place + direction * m_tip);
        }
        look.scales.push_back(glm::length(direction));
      }
    }
    for (std::size_t set = 0; set < m_model.morphSets.size(); ++set) {
      const auto weights = m_pose.morphWeights(MorphSetIndex(set));
      look.weights.insert(look.weights.end(), weights.begin(), weights.end());
    }
    return look;
  }

  bool leadsOn(double from, double to, double step) {
    const Look first = at(from);
    const Look last = at(to);
    const Look before = at(to - step);
    const Look after = at(from + step);
    return stepLeadsOn(before.points, last.points, first.points, after.points) &&
           valuesLeadOn(before, last, first, after, &Look::weights, kWeightAside) &&
           valuesLeadOn(before, last, first, after, &Look::scales, kScaleAside);
  }

 private:
  const model::Model& m_model;
  root_motion::InPlacePose m_pose;
  double m_tip = 0.0;
  std::vector<glm::dvec3> m_lengths;  ///< Lengths of the axes of each palette entry's node in the bind pose.
};

double furthest(const Look& a, const Look& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    most = std::max(most, glm::distance(a.points[i], b.points[i]));
  }
  return most;
}

/// The start of the range, or the clip's first key if that is within a frame of it.
double startOfKeys(const model::Clip& clip, double from) {
  double first = std::numeric_limits<double>::infinity();
  for (const std::vector<double>& times : clip.timelines) {
    first = std::min(first, times.size() > 1 ? times.front() : first);
  }
  const bool held =
      from == clip.startSeconds && first > from && first <= from + frameSeconds(clip) + kOpenCycleRounding;
  return held ? first : from;
}

}  // namespace

double frameSeconds(const model::Clip& clip) {
  return 1.0 / (clip.sourceRateHz > 0.0 ? clip.sourceRateHz : model::kDefaultRateHz);
}

bool stepLeadsOn(std::span<const glm::dvec3> before, std::span<const glm::dvec3> last,
                 std::span<const glm::dvec3> first, std::span<const glm::dvec3> after) {
  double steps = 0.0;
  double aside = 0.0;
  double largestStep = 0.0;
  double largestAside = 0.0;
  for (std::size_t i = 0; i < last.size(); ++i) {
    const glm::dvec3 in = last[i] - before[i];
    const glm::dvec3 out = after[i] - first[i];
    const double off = glm::length(first[i] - last[i] - 0.5 * (in + out));
    steps += 0.5 * (glm::dot(in, in) + glm::dot(out, out));
    aside += off * off;
    largestStep = std::max({largestStep, glm::length(in), glm::length(out)});
    largestAside = std::max(largestAside, off);
  }
  return aside <= kMostAside * kMostAside * steps && largestAside <= kMostAsideOfOne * largestStep;
}

bool cycleLeadsOn(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
                  const root_motion::RootTaking& taking) {
  return Looker(model, clip, taking, fromSeconds).leadsOn(fromSeconds, toSeconds, frameSeconds(clip));
}

std::optional<OpenCycle> findOpenCycle(const model::Model& model, const model::Clip& clip, double fromSeconds,
                                       double toSeconds, const root_motion::RootTaking& taking) {
  // Point caches are not evaluated; meshes that they move would seem to stand still.
  if (!(clip.sourceRateHz > 0.0) || (clip.loopHint && !*clip.loopHint) || !clip.pointTracks.empty()) {
    return std::nullopt;
  }
  const double from = startOfKeys(clip, fromSeconds);
  const double step = frameSeconds(clip);
  if (toSeconds - from < (kFewestFrames - 1.0) * step - kOpenCycleRounding ||
      decideLoop(model, clip, fromSeconds, toSeconds, taking) ||
      (from != fromSeconds && decideLoop(model, clip, from, toSeconds, taking))) {
    return std::nullopt;
  }
  Looker looker(model, clip, taking, from);
  if (model.palette.empty() || !looker.leadsOn(from, toSeconds, step)) {
    return std::nullopt;
  }
  const Look first = looker.at(from);
  const Look last = looker.at(toSeconds);
  double most = 0.0;
  for (int i = 1; i < kLooks; ++i) {
    most = std::max(most, furthest(first, looker.at(from + (toSeconds - from) * i / kLooks)));
  }
  if (most < kLeastMotionInSteps * furthest(first, last)) {
    return std::nullopt;
  }
  return OpenCycle{from, toSeconds + step};
}

namespace {

constexpr double kPositionTolerance = 1e-3;  ///< In sizes of the model.
constexpr double kScaleTolerance = 1e-2;     ///< Relative to the longest axis.
constexpr double kLoopWeightTolerance = 1e-2;
/// cos 0.5°, written out: the C library's may differ in the last digit.
constexpr double kCosineOfAngleTolerance = 0.99996192306417131;

double sizeOf(const model::Model& model, std::span<const glm::dmat4> worlds) {
  if (!model.bindBounds.isEmpty()) {
    return glm::length(glm::dvec3(model.bindBounds.max) - glm::dvec3(model.bindBounds.min));
  }
  glm::dvec3 low(0.0);
  glm::dvec3 high(0.0);
  for (const glm::dmat4& world : worlds) {
    low = glm::min(low, glm::dvec3(world[3]));
    high = glm::max(high, glm::dvec3(world[3]));
  }
  return glm::length(high - low);
}

bool sameFrame(const glm::dmat4& a, const glm::dmat4& b, double size) {
  if (glm::length(glm::dvec3(a[3] - b[3])) > kPositionTolerance * size) {
    return false;
  }
  double longest = 0.0;
  for (int c = 0; c < 3; ++c) {
    longest = std::max({longest, glm::length(glm::dvec3(a[c])), glm::length(glm::dvec3(b[c]))});
  }
  for (int c = 0; c < 3; ++c) {
    const glm::dvec3 x(a[c]);
    const glm::dvec3 y(b[c]);
    const double lengthX = glm::length(x);
    const double lengthY = glm::length(y);
    if (std::abs(lengthX - lengthY) > kScaleTolerance * longest) {
      return false;
    }
    if (std::min(lengthX, lengthY) > kScaleTolerance * longest &&
        glm::dot(x, y) < kCosineOfAngleTolerance * lengthX * lengthY) {
      return false;
    }
  }
  return true;
}

/// Whether the points of a clip's caches are equal at two times.
bool samePoints(const model::Model& model, ClipIndex clip, double from, double to, double size) {
  if (model.clips[clip.value].pointTracks.empty()) {
    return true;
  }
  const animation::PointNumbering numbering(model);
  const animation::PointSampler sampler(model, numbering, clip);
  animation::PointSampler::Scratch scratch;
  sampler.growScratch(scratch);
  const double seconds[animation::kFrameLanes] = {from, to, to, to, to, to, to, to};
  const auto points = sampler.sample(seconds, scratch);
  if (!points) {
    return false;  // The bake reports the error.
  }
  for (const model::PointTrack& track : model.clips[clip.value].pointTracks) {
    const auto& set = numbering.sets()[track.set.value];
    for (std::uint32_t place = set.placeBegin; place < set.placeEnd; ++place) {
      const auto& v = points->places[place].v;
      const glm::dvec3 step(v[0][1] - v[0][0], v[1][1] - v[1][0], v[2][1] - v[2][0]);
      if (glm::length(step) > kPositionTolerance * size) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool decideLoop(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
                const root_motion::RootTaking& taking) {
  const bool whole = fromSeconds == clip.startSeconds && toSeconds == clip.startSeconds + clip.lengthSeconds;
  return clip.loopHint && whole ? *clip.loopHint : endsAgree(model, clip, fromSeconds, toSeconds, taking);
}

bool endsAgree(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
               const root_motion::RootTaking& taking) {
  const ClipIndex index(static_cast<std::size_t>(&clip - model.clips.data()));
  root_motion::InPlacePose pose(model, index, taking, fromSeconds);
  pose.evaluate(fromSeconds);
  const std::vector<glm::dmat4> first(pose.worlds().begin(), pose.worlds().end());
  std::vector<std::vector<double>> firstWeights;
  for (std::size_t set = 0; set < model.morphSets.size(); ++set) {
    const auto weights = pose.morphWeights(MorphSetIndex(set));
    firstWeights.emplace_back(weights.begin(), weights.end());
  }
  pose.evaluate(toSeconds);
  for (std::size_t set = 0; set < model.morphSets.size(); ++set) {
    const auto weights = pose.morphWeights(MorphSetIndex(set));
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (std::abs(weights[i] - firstWeights[set][i]) > kLoopWeightTolerance) {
        return false;
      }
    }
  }
  // Nodes that move no vertex (cameras, lights, controls) are ignored.
  const double size = sizeOf(model, first);
  return std::ranges::all_of(model.palette,
                             [&](const model::PaletteEntry& entry) {
                               return sameFrame(first[entry.node.value], pose.worlds()[entry.node.value], size);
                             }) &&
         samePoints(model, index, fromSeconds, toSeconds, size);
}

}  // namespace texeleton::cycles
