#include "core/contacts/travel.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/animation/pose.h"
#include "core/contacts/body_points.h"

namespace texeleton {

namespace {

constexpr int kSamples = 96;
constexpr double kLeastShare = 0.1;   ///< Of the body's height.
constexpr double kMostUneven = 0.25;  ///< Of the way, root mean square.
constexpr double kLeastTurn = 8.0;    ///< Degrees in the clip; less is a sway.

using Places = std::vector<glm::dvec3>;

glm::dvec3 onGround(const glm::dvec3& v) { return {v.x, 0.0, v.z}; }

glm::dvec3 turned(const glm::dvec3& v, double radians) {
  const double c = std::cos(radians);
  const double s = std::sin(radians);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

glm::dvec3 middleOf(const Places& places) {
  glm::dvec3 middle(0.0);
  for (const glm::dvec3& place : places) {
    middle += onGround(place) / static_cast<double>(places.size());
  }
  return middle;
}

/// The turn about +Y that fits one pose to another best, their middles apart; −π … π.
double turnBetween(const Places& from, const Places& to) {
  const glm::dvec3 a = middleOf(from);
  const glm::dvec3 b = middleOf(to);
  double along = 0.0;
  double across = 0.0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const glm::dvec3 p = onGround(from[i]) - a;
    const glm::dvec3 q = onGround(to[i]) - b;
    along += p.x * q.x + p.z * q.z;
    across += p.z * q.x - p.x * q.z;
  }
  return along == 0.0 && across == 0.0 ? 0.0 : std::atan2(across, along);
}

/// Poses at even times, the first and the last included.
std::vector<Places> posesOf(const Model& model, ClipIndex index) {
  std::vector<bool> carries(model.nodes.size(), model.palette.empty());
  for (const PaletteEntry& entry : model.palette) {
    carries[entry.node.value] = true;
  }
  const Clip& clip = model.clips[index.value];
  SourcePose pose(model, index);
  std::vector<Places> poses;
  for (int i = 0; i <= kSamples; ++i) {
    pose.evaluate(i == kSamples ? clip.startSeconds + clip.lengthSeconds
                                : clip.startSeconds + clip.lengthSeconds * i / kSamples);
    Places& places = poses.emplace_back();
    for (std::size_t n = 0; n < carries.size(); ++n) {
      if (carries[n]) {
        places.emplace_back(pose.worlds()[n][3]);
      }
    }
  }
  return poses;
}

/// The turn from the first pose to the last, whole turns included.
double wholeTurn(const std::vector<Places>& poses) {
  double sum = 0.0;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    sum += turnBetween(poses[i - 1], poses[i]);
  }
  const double ends = turnBetween(poses.front(), poses.back());
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return ends + kTurn * std::round((sum - ends) / kTurn);
}

/// The centre C and the arm a of the circle C + R(angle)·a that fits the places best.
struct Circle {
  glm::dvec3 centre{0.0};
  glm::dvec3 arm{0.0};
};

Circle fitCircle(const Places& places, double turn) {
  const auto n = static_cast<double>(places.size());
  glm::dvec3 meanPlace(0.0);
  glm::dvec3 meanBack(0.0);  // of R(−angle)·place
  double c = 0.0;
  double s = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double angle = turn * static_cast<double>(i) / (n - 1.0);
    meanPlace += places[i] / n;
    meanBack += turned(places[i], -angle) / n;
    c += std::cos(angle) / n;
    s += std::sin(angle) / n;
  }
  // The normal equations: C + M·a = mean place, Mᵀ·C + a = mean of what is turned back, M the mean of the turns.
  const auto m = [&](const glm::dvec3& v) { return glm::dvec3(c * v.x + s * v.z, 0.0, c * v.z - s * v.x); };
  const double left = 1.0 - c * c - s * s;
  Circle circle;
  circle.centre = left > 1e-12 ? (meanPlace - m(meanBack)) / left : meanPlace;
  circle.arm =
      meanBack - glm::dvec3(c * circle.centre.x - s * circle.centre.z, 0.0, c * circle.centre.z + s * circle.centre.x);
  return circle;
}

}  // namespace

glm::dmat4 Travel::takenOutAt(double seconds) const {
  const double t = seconds - startSeconds;
  glm::dmat4 matrix(1.0);
  if (turnRadiansPerSecond == 0.0) {
    matrix[3] = glm::dvec4(-t * velocity, 1.0);
    return matrix;
  }
  const double back = -t * turnRadiansPerSecond;
  for (int column = 0; column < 3; ++column) {
    matrix[column] = glm::dvec4(turned(glm::dvec3(matrix[column]), back), 0.0);
  }
  matrix[3] = glm::dvec4(centre - turned(centre, back), 1.0);
  return matrix;
}

Travel findTravel(const Model& model, ClipIndex index) {
  const Clip& clip = model.clips[index.value];
  Travel travel;
  travel.startSeconds = clip.startSeconds;
  if (!(clip.lengthSeconds > 0.0) || model.nodes.empty()) {
    return travel;
  }
  const std::vector<Places> poses = posesOf(model, index);
  Places way;
  way.reserve(poses.size());
  for (const Places& places : poses) {
    way.push_back(middleOf(places));
  }
  const double turn = wholeTurn(poses);
  const bool turns = std::abs(turn) >= kLeastTurn * std::numbers::pi / 180.0;
  const Circle circle = turns ? fitCircle(way, turn) : Circle();
  const glm::dvec3 velocity = (way.back() - way.front()) / clip.lengthSeconds;
  double squares = 0.0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(way.size() - 1);
    const glm::dvec3 even = turns ? circle.centre + turned(circle.arm, turn * share)
                                  : way.front() + velocity * (share * clip.lengthSeconds);
    squares += glm::dot(way[i] - even, way[i] - even) / static_cast<double>(way.size());
  }
  const double metres = turns ? glm::length(circle.arm) * std::abs(turn) : glm::length(velocity) * clip.lengthSeconds;
  if (metres < kLeastShare * bodyHeight(model) || std::sqrt(squares) > kMostUneven * metres) {
    return travel;
  }
  if (turns) {
    travel.turnRadiansPerSecond = turn / clip.lengthSeconds;
    travel.centre = circle.centre;
  } else {
    travel.velocity = velocity;
  }
  return travel;
}

}  // namespace texeleton
