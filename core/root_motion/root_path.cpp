#include "core/root_motion/root_path.h"

#include <algorithm>
#include <cmath>

#include "core/animation/clip_sampler.h"
#include "core/base/units.h"

namespace texeleton::root_motion {

namespace {

glm::dmat4 laneMatrix(const animation::LaneMatrix& lanes, std::size_t lane) {
  glm::dmat4 matrix(1.0);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      matrix[c][r] = static_cast<double>(lanes.m[4 * r + c][lane]);
    }
  }
  return matrix;
}

}  // namespace

std::vector<RootPlacement> rootPath(const model::Model& model, ClipIndex clip, const RootTaking& taking,
                                    std::span<const double> seconds) {
  const model::PaletteEntry root{taking.node, glm::dmat4(1.0)};
  const animation::ClipSampler sampler(model, clip, std::span(&root, 1));
  animation::ClipSampler::Scratch scratch;
  sampler.growScratch(scratch);
  std::vector<animation::LaneValue> weights(sampler.morphWeightCount());
  std::vector<RootPlacement> path(seconds.size());
  glm::dmat4 start(1.0);
  for (std::size_t first = 0; first < seconds.size(); first += animation::kFrameLanes) {
    double times[animation::kFrameLanes];
    for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
      times[i] = seconds[std::min(first + i, seconds.size() - 1)];
    }
    animation::LaneMatrix world;
    sampler.sample(times, scratch, &world, weights.data());
    if (first == 0) {
      start = laneMatrix(world, 0);
    }
    for (std::size_t i = 0; i < animation::kFrameLanes && first + i < seconds.size(); ++i) {
      path[first + i] = placementOf(taking, start, laneMatrix(world, i));
    }
  }
  return path;
}

std::vector<double> unrolledYaw(std::span<const RootPlacement> path) {
  std::vector<double> result;
  result.reserve(path.size());
  double last = 0.0;
  for (const RootPlacement& placement : path) {
    const double yaw = yawRadians(placement);
    last = yaw + kTwoPi * std::floor((last - yaw) / kTwoPi + 0.5);
    result.push_back(last);
  }
  return result;
}

}  // namespace texeleton::root_motion
