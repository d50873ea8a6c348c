#include "core/retargeting/align_rests.h"

#include <algorithm>
#include <vector>

#include "core/base/mapped.h"
#include "core/base/median.h"

namespace texeleton::retargeting {

namespace {

constexpr double kAlikeDirections = 0.02;  ///< Median distance of unit directions that count as equal.
constexpr double kSameDirections = 0.005;  ///< The same for identical skeletons.
constexpr double kAlignmentRounding = 1e-6;
constexpr double kNearlyUpright = 3.0;  ///< Degrees.
constexpr double kFacing = 15.0;        ///< Degrees: a smaller turn about the vertical may be part of the pose.
constexpr int kRefits = 8;

const glm::dquat kNoTurn(1.0, 0.0, 0.0, 0.0);

/// The 24 rotations that map axes to axes, the identity first.
std::vector<glm::dquat> axisTurns() {
  std::vector<glm::dquat> turns;
  for (int first = 0; first < 3; ++first) {
    for (int second = 0; second < 3; ++second) {
      for (int signs = 0; first != second && signs < 4; ++signs) {
        glm::dmat3 m(0.0);
        m[0][first] = (signs & 1) != 0 ? -1.0 : 1.0;
        m[1][second] = (signs & 2) != 0 ? -1.0 : 1.0;
        m[2] = glm::cross(m[0], m[1]);
        turns.push_back(glm::quat_cast(m));
      }
    }
  }
  return turns;
}

double residual(std::span<const RotationPair> bones, const glm::dquat& turn) {
  return median(mapped(bones, [&](const RotationPair& bone) { return glm::distance(turn * bone.from, bone.to); }));
}

double largestResidual(std::span<const RotationPair> bones, const glm::dquat& turn) {
  double largest = 0.0;
  for (const RotationPair& bone : bones) {
    largest = std::max(largest, glm::distance(turn * bone.from, bone.to));
  }
  return largest;
}

/// The rotation that fits most bones; outliers lose weight with each iteration.
glm::dquat robustFit(std::span<const RotationPair> bones) {
  std::vector<RotationPair> weighted(bones.begin(), bones.end());
  glm::dquat fit = fitRotation(weighted);
  for (int i = 0; i < kRefits; ++i) {
    for (RotationPair& bone : weighted) {
      bone.weight = 1.0 / (kSameDirections + glm::distance(fit * bone.from, bone.to));
    }
    fit = fitRotation(weighted);
  }
  const double most = std::max(kAlikeDirections, 3.0 * residual(bones, fit));
  for (RotationPair& bone : weighted) {
    bone.weight = glm::distance(fit * bone.from, bone.to) <= most ? 1.0 : 0.0;
  }
  return fitRotation(weighted);
}

glm::dquat turnOfRests(std::span<const RotationPair> bones) {
  double best = residual(bones, kNoTurn);
  if (best <= kAlikeDirections) {
    return kNoTurn;
  }
  glm::dquat turn = kNoTurn;
  for (const glm::dquat& candidate : axisTurns()) {
    if (const double other = residual(bones, candidate); other < 0.5 * best - kAlignmentRounding) {
      best = other;
      turn = candidate;
    }
  }
  const glm::dquat fit = robustFit(bones);
  return best > kSameDirections && residual(bones, fit) < 0.5 * best ? fit : turn;
}

double angleBetween(const glm::dquat& a, const glm::dquat& b) { return angleDegrees(glm::inverse(a) * b); }

/// Whether a rotation keeps the vertical.
bool isUpright(const glm::dquat& turn) {
  return angleDegrees(swingBetween({0, 1, 0}, turn * glm::dvec3(0, 1, 0))) < kNearlyUpright;
}

}  // namespace

Alignment alignRests(std::span<const RotationPair> bones, const glm::dquat& motionStage, const glm::dquat& modelStage,
                     bool anyPose) {
  Alignment result;
  if (bones.empty()) {
    return result;
  }
  result.rest = turnOfRests(bones);
  // The nodes above the skeletons, usually armatures, may have other axes in the two files (Z up or Y up), but no pose.
  // A turn of the rest poses that they do not explain is part of the pose.
  glm::dquat nearest = kNoTurn;
  double nearestDegrees = 360.0;
  bool explainsNone = false;
  for (const glm::dquat& axes : axisTurns()) {
    const glm::dquat carried = modelStage * axes * glm::inverse(motionStage);
    explainsNone = explainsNone || angleDegrees(carried) < kNearlyUpright;
    if (const double degrees = angleBetween(carried, result.rest); degrees < nearestDegrees) {
      nearestDegrees = degrees;
      nearest = carried;
    }
  }
  if (anyPose && explainsNone && largestResidual(bones, result.rest) > kAlikeDirections) {
    return {};
  }
  const bool exact = residual(bones, result.rest) <= kSameDirections;
  if (isUpright(result.rest) && (exact || !explainsNone || angleDegrees(result.rest) > kFacing)) {
    result.motion = result.rest;
  } else if (nearestDegrees < kNearlyUpright) {
    result.motion = exact ? result.rest : nearest;
    result.rest = result.motion;
  } else if (explainsNone) {
    result.motion = kNoTurn;
  } else {
    result.motion = exact ? result.rest : nearest;
  }
  return result;
}

}  // namespace texeleton::retargeting
