#include "core/retargeting/fit_rotation.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace texeleton::retargeting {

namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;

/// Weight of the identity relative to the pairs' sum, so that an undetermined rotation is the smallest.
constexpr double kIdentityPull = 1e-9;
constexpr int kSweeps = 40;

/// The eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi rotations.
std::array<double, 4> largestEigenvector(Matrix4 a) {
  Matrix4 vectors{};
  for (std::size_t i = 0; i < 4; ++i) {
    vectors[i][i] = 1.0;
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double off = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        all += a[i][j] * a[i][j];
        off += i != j ? a[i][j] * a[i][j] : 0.0;
      }
    }
    if (off <= 1e-32 * all) {
      break;
    }
    for (std::size_t p = 0; p < 3; ++p) {
      for (std::size_t q = p + 1; q < 4; ++q) {
        if (a[p][q] == 0.0) {
          continue;
        }
        const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
        const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0);
        const double s = t * c;
        for (std::size_t k = 0; k < 4; ++k) {
          const double kp = a[k][p];
          const double kq = a[k][q];
          a[k][p] = c * kp - s * kq;
          a[k][q] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < 4; ++k) {
          const double pk = a[p][k];
          const double qk = a[q][k];
          a[p][k] = c * pk - s * qk;
          a[q][k] = s * pk + c * qk;
          const double vp = vectors[k][p];
          const double vq = vectors[k][q];
          vectors[k][p] = c * vp - s * vq;
          vectors[k][q] = s * vp + c * vq;
        }
      }
    }
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (a[i][i] > a[best][best]) {
      best = i;
    }
  }
  return {vectors[0][best], vectors[1][best], vectors[2][best], vectors[3][best]};
}

}  // namespace

glm::dquat fitRotation(std::span<const RotationPair> pairs) {
  double m[3][3] = {};
  double sum = 0.0;
  for (const RotationPair& pair : pairs) {
    sum += pair.weight * glm::length(pair.from) * glm::length(pair.to);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        m[i][j] += pair.weight * pair.from[i] * pair.to[j];
      }
    }
  }
  if (!(sum > 0.0)) {
    return {1.0, 0.0, 0.0, 0.0};
  }
  for (int i = 0; i < 3; ++i) {
    m[i][i] += kIdentityPull * sum;
  }
  const Matrix4 n = {{{m[0][0] + m[1][1] + m[2][2], m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]},
                      {m[1][2] - m[2][1], m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[2][0] + m[0][2]},
                      {m[2][0] - m[0][2], m[0][1] + m[1][0], m[1][1] - m[0][0] - m[2][2], m[1][2] + m[2][1]},
                      {m[0][1] - m[1][0], m[2][0] + m[0][2], m[1][2] + m[2][1], m[2][2] - m[0][0] - m[1][1]}}};
  const std::array<double, 4> v = largestEigenvector(n);
  const glm::dquat rotation = glm::normalize(glm::dquat(v[0], v[1], v[2], v[3]));
  return rotation.w < 0.0 ? -rotation : rotation;
}

glm::dquat swingBetween(const glm::dvec3& from, const glm::dvec3& to) {
  const RotationPair pair{from, to, 1.0};
  return fitRotation({&pair, 1});
}

double angleDegrees(const glm::dquat& rotation) {
  return glm::degrees(2.0 *
                      std::atan2(glm::length(glm::dvec3(rotation.x, rotation.y, rotation.z)), std::abs(rotation.w)));
}

}  // namespace texeleton::retargeting
