#include "core/contacts/travel.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/animation/pose.h"
#include "core/base/units.h"
#include "core/contacts/body_points.h"

namespace texeleton::contacts {

namespace {

constexpr int kTravelSamples = 96;
constexpr double kLeastShare = 0.1;   ///< In heights of the body.
constexpr double kMostUneven = 0.25;  ///< Relative to the travelled distance, root mean square.
constexpr double kLeastTurn = 8.0;    ///< Degrees in the clip; less is a sway.
constexpr double kLeastOrbit = 60.0;  ///< Degrees in the clip, of an arc on which the body does not turn.
constexpr double kMuchMoreEven = 0.5;
constexpr int kChords = 12;

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

/// The turn about +Y that best fits one pose to another, relative to their centres; −π … π.
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
std::vector<Places> posesOf(const model::Model& model, ClipIndex index) {
  std::vector<bool> carries(model.nodes.size(), model.palette.empty());
  for (const model::PaletteEntry& entry : model.palette) {
    carries[entry.node.value] = true;
  }
  const model::Clip& clip = model.clips[index.value];
  animation::SourcePose pose(model, index);
  std::vector<Places> poses;
  for (int i = 0; i <= kTravelSamples; ++i) {
    pose.evaluate(i == kTravelSamples ? clip.startSeconds + clip.lengthSeconds
                                      : clip.startSeconds + clip.lengthSeconds * i / kTravelSamples);
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
  return ends + kTwoPi * std::round((sum - ends) / kTwoPi);
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
  // The normal equations: C + M·a = mean place, Mᵀ·C + a = mean of what is turned back, M the mean of the rotations.
  const auto m = [&](const glm::dvec3& v) { return glm::dvec3(c * v.x + s * v.z, 0.0, c * v.z - s * v.x); };
  const double left = 1.0 - c * c - s * s;
  Circle circle;
  circle.centre = left > 1e-12 ? (meanPlace - m(meanBack)) / left : meanPlace;
  circle.arm =
      meanBack - glm::dvec3(c * circle.centre.x - s * circle.centre.z, 0.0, c * circle.centre.z + s * circle.centre.x);
  return circle;
}

/// Uniform travel, and the error of its fit.
struct Pace {
  glm::dvec3 way{0.0};  ///< Along a line.
  Circle circle;
  double orbit = 0.0;
  double metres = 0.0;
  double offMetres = 0.0;  ///< Root mean square.

  double unevenness() const { return metres > 0.0 ? offMetres / metres : std::numeric_limits<double>::infinity(); }
};

/// Root mean square distance of places from `evenAt(share of the time)`.
template <class EvenAt>
double offFrom(const Places& way, const EvenAt& evenAt) {
  double squares = 0.0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const glm::dvec3 off = way[i] - evenAt(static_cast<double>(i) / static_cast<double>(way.size() - 1));
    squares += glm::dot(off, off) / static_cast<double>(way.size());
  }
  return std::sqrt(squares);
}

Pace straightPace(const Places& way) {
  Pace pace;
  pace.way = way.back() - way.front();
  pace.metres = glm::length(pace.way);
  pace.offMetres = offFrom(way, [&](double share) { return way.front() + share * pace.way; });
  return pace;
}

Pace roundPace(const Places& way, double turn) {
  Pace pace;
  pace.circle = fitCircle(way, turn);
  pace.orbit = turn;
  pace.metres = glm::length(pace.circle.arm) * std::abs(turn);
  pace.offMetres =
      offFrom(way, [&](double share) { return pace.circle.centre + turned(pace.circle.arm, turn * share); });
  return pace;
}

/// The angle by which the path turns, from chords long enough to be independent of steps.
double turnOfWay(const Places& way) {
  double sum = 0.0;
  glm::dvec3 before(0.0);
  for (int i = 0; i < kChords; ++i) {
    const glm::dvec3 chord = way[static_cast<std::size_t>((i + 1) * kTravelSamples / kChords)] -
                             way[static_cast<std::size_t>(i * kTravelSamples / kChords)];
    if (i > 0) {
      sum += std::atan2(chord.x * before.z - chord.z * before.x, glm::dot(chord, before));
    }
    before = chord;
  }
  return sum * kChords / (kChords - 1);
}

}  // namespace

glm::dmat4 Travel::takenOutAt(double seconds) const {
  const double t = seconds - startSeconds;
  const double back = -t * turnRadiansPerSecond;
  const glm::dvec3 start = centre + arm;
  const glm::dvec3 here = centre + turned(arm, t * orbitRadiansPerSecond) + t * velocity;
  glm::dmat4 matrix(1.0);
  for (int column = 0; column < 3; ++column) {
    matrix[column] = glm::dvec4(turned(glm::dvec3(matrix[column]), back), 0.0);
  }
  matrix[3] = glm::dvec4(start - turned(here, back), 1.0);
  return matrix;
}

Travel findTravel(const model::Model& model, ClipIndex index) {
  const model::Clip& clip = model.clips[index.value];
  Travel none;
  none.startSeconds = clip.startSeconds;
  if (!(clip.lengthSeconds > 0.0) || model.nodes.empty()) {
    return none;
  }
  const std::vector<Places> poses = posesOf(model, index);
  Places way;
  way.reserve(poses.size());
  for (const Places& places : poses) {
    way.push_back(middleOf(places));
  }
  const double turn = wholeTurn(poses);
  const bool turns = std::abs(turn) >= kLeastTurn * std::numbers::pi / 180.0;
  Pace pace = turns ? roundPace(way, turn) : straightPace(way);
  if (const double orbit = turnOfWay(way); std::abs(orbit) >= kLeastOrbit * std::numbers::pi / 180.0) {
    const Pace other = roundPace(way, orbit);
    if (other.unevenness() < kMuchMoreEven * pace.unevenness()) {
      pace = other;
    }
  }
  if (pace.metres < kLeastShare * bodyHeight(model) || pace.unevenness() > kMostUneven) {
    return none;
  }
  Travel travel = none;
  travel.velocity = pace.way / clip.lengthSeconds;
  travel.centre = pace.circle.centre;
  travel.arm = pace.circle.arm;
  travel.orbitRadiansPerSecond = pace.orbit / clip.lengthSeconds;
  travel.turnRadiansPerSecond = turns ? turn / clip.lengthSeconds : 0.0;
  return travel;
}

}  // namespace texeleton::contacts
