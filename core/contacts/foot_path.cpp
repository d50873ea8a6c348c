#include "core/contacts/foot_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/animation/pose.h"
#include "core/base/median.h"

namespace texeleton::contacts {

namespace {

constexpr double kMostSamples = 200000.0;

}  // namespace

FootPaths followFeet(const model::Model& model, ClipIndex clipIndex, std::span<const Foot> feet, const Travel& travel,
                     double rateHz, JobContext& job) {
  const model::Clip& clip = model.clips[clipIndex.value];
  const double count = std::clamp(std::floor(clip.lengthSeconds * rateHz + 0.5), 1.0, kMostSamples);
  const auto sampleCount = static_cast<std::size_t>(count);
  FootPaths paths{clip.startSeconds, clip.lengthSeconds / count, std::vector<FootPath>(feet.size())};

  animation::SourcePose pose(model, clipIndex);
  std::vector<glm::dvec3> lowest(feet.size());
  std::vector<const BodyPoint*> lowestPoint(feet.size());
  for (std::size_t sample = 0; sample <= sampleCount; ++sample) {
    if (job.isCancelled()) {
      return {};
    }
    const bool isEnd = sample == sampleCount;
    const double seconds = isEnd ? clip.startSeconds + clip.lengthSeconds
                                 : clip.startSeconds + static_cast<double>(sample) * paths.stepSeconds;
    pose.evaluate(seconds);
    const glm::dmat4 inPlace = travel.takenOutAt(seconds);
    const auto placeOf = [&](const BodyPoint& point) {
      return glm::dvec3(inPlace * glm::dvec4(point.at(pose.worlds()), 1.0));
    };
    for (std::size_t f = 0; f < feet.size(); ++f) {
      FootPath& path = paths.feet[f];
      if (sample > 0) {
        path.velocity.push_back((placeOf(*lowestPoint[f]) - lowest[f]) / paths.stepSeconds);
      }
      if (isEnd) {
        continue;
      }
      lowestPoint[f] = nullptr;
      for (const BodyPoint& point : feet[f].points) {
        const glm::dvec3 at = placeOf(point);
        if (lowestPoint[f] == nullptr || at.y < lowest[f].y) {
          lowestPoint[f] = &point;
          lowest[f] = at;
        }
      }
      path.height.push_back(lowest[f].y);
      path.boneHeight.push_back(pose.worlds()[feet[f].node.value][3].y);
    }
  }
  return paths;
}

glm::dvec3 groundVelocity(const FootPaths& paths, double band) {
  std::vector<double> x;
  std::vector<double> z;
  for (const FootPath& path : paths.feet) {
    const double level = *std::ranges::min_element(path.height);
    for (std::size_t i = 0; i < path.height.size(); ++i) {
      if (path.height[i] <= level + band) {
        x.push_back(path.velocity[i].x);
        z.push_back(path.velocity[i].z);
      }
    }
  }
  return x.empty() ? glm::dvec3(0.0) : glm::dvec3(median(std::move(x)), 0.0, median(std::move(z)));
}

}  // namespace texeleton::contacts
