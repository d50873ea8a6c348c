#include "core/cycles/open_cycle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/cycles/decide_loop.h"
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

}  // namespace texeleton::cycles
