#include <algorithm>
#include <cmath>

#include "core/animation/point_sampler.h"
#include "core/cycles/decide_loop.h"
#include "core/root_motion/in_place_pose.h"

namespace texeleton::cycles {

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
