#include "core/root_motion/root_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/animation/clip_sampler.h"
#include "core/base/units.h"

namespace texeleton::root_motion {

namespace {

/// With a smaller twist the turn is undefined: the root is upside down.
constexpr double kNoTwist = 1e-9;

/// The rotation part, column by column, without scale.
glm::dmat3 directions(const glm::dmat4& world) {
  glm::dmat3 result(0.0);
  for (int c = 0; c < 3; ++c) {
    const glm::dvec3 column(world[c]);
    const double length = std::sqrt(glm::dot(column, column));
    result[c] = length > 0.0 ? column / length : glm::dvec3(0.0);
  }
  return result;
}

/// atan of 0 … 1: the argument is halved three times, then the series converges within a dozen terms.
double arcTangent(double x) {
  for (int i = 0; i < 3; ++i) {
    x = x / (1.0 + std::sqrt(1.0 + x * x));
  }
  const double squared = x * x;  // < 0.0098
  double sum = 0.0;
  for (int n = 21; n >= 1; n -= 2) {
    sum = 1.0 / n - squared * sum;
  }
  return 8.0 * x * sum;
}

}  // namespace

RootPlacement placementOf(const RootTaking& taking, const glm::dmat4& atStart, const glm::dmat4& now) {
  RootPlacement placement;
  if (taking.yaw) {
    // Only the elements of D = now·start⁻¹ for a rotation about Y: with a unit quaternion (w, x, y, z) the two are 4wy
    // and 2(w² − y²), independent of the swing.
    const glm::dmat3 a = directions(atStart);
    const glm::dmat3 b = directions(now);
    double sine = 0.0;
    double cosine = 0.0;
    for (int c = 0; c < 3; ++c) {
      sine += b[c].x * a[c].z - b[c].z * a[c].x;
      cosine += b[c].x * a[c].x + b[c].z * a[c].z;
    }
    const double length = std::sqrt(sine * sine + cosine * cosine);
    if (length > kNoTwist) {
      placement.cosYaw = cosine / length;
      placement.sinYaw = sine / length;
    }
  }
  const glm::dvec3 from(atStart[3]);
  const glm::dvec3 to(now[3]);
  placement.position.x = to.x - (placement.cosYaw * from.x + placement.sinYaw * from.z);
  placement.position.z = to.z - (placement.cosYaw * from.z - placement.sinYaw * from.x);
  placement.position.y = taking.height ? to.y - from.y : 0.0;
  return placement;
}

double yawRadians(const RootPlacement& placement) {
  const double s = std::abs(placement.sinYaw);
  const double c = std::abs(placement.cosYaw);
  double angle = s <= c ? arcTangent(s / c) : std::numbers::pi / 2.0 - arcTangent(c / s);
  if (placement.cosYaw < 0.0) {
    angle = std::numbers::pi - angle;
  }
  return placement.sinYaw < 0.0 ? -angle : angle;
}

glm::dmat4 toMatrix(const RootPlacement& p) {
  return {{p.cosYaw, 0.0, -p.sinYaw, 0.0}, {0.0, 1.0, 0.0, 0.0}, {p.sinYaw, 0.0, p.cosYaw, 0.0}, {p.position, 1.0}};
}

glm::dmat4 inverseMatrix(const RootPlacement& p) {
  glm::dmat4 inverse({p.cosYaw, 0.0, p.sinYaw, 0.0}, {0.0, 1.0, 0.0, 0.0}, {-p.sinYaw, 0.0, p.cosYaw, 0.0},
                     {0.0, 0.0, 0.0, 1.0});
  inverse[3] = glm::dvec4(-(glm::dmat3(inverse) * p.position), 1.0);
  return inverse;
}

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
