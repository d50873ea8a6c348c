#include "core/transform/transform.h"

#include <algorithm>
#include <cmath>

namespace texeleton::transform {

namespace {

/// A column shorter than this share of the longest one has no direction, only the rounding error of a zero.
constexpr double kZeroColumn = 1e-12;
/// Unit columns that span less than this volume lie in a plane.
constexpr double kFlatScale = 1e-9;

/// `m` turned by the shortest arc that takes its column `axis` to `direction` (both orthonormal or unit).
glm::dmat3 turnedOnto(const glm::dmat3& m, int axis, const glm::dvec3& direction) {
  const glm::dvec3& from = m[axis];
  const double cosine = glm::dot(from, direction);
  glm::dquat turn;
  if (cosine < -1.0 + 1e-12) {
    const glm::dvec3 pivot = anyNormal(from);
    turn = glm::dquat(0.0, pivot.x, pivot.y, pivot.z);
  } else {
    turn = glm::normalize(glm::dquat(1.0 + cosine, glm::cross(from, direction)));
  }
  glm::dmat3 result = glm::mat3_cast(turn) * m;
  result[axis] = direction;
  return result;
}

/// Gram–Schmidt in the order X, Y, Z, right-handed; a column that adds no direction is completed.
glm::dmat3 orthonormalised(const glm::dmat3& m) {
  glm::dmat3 r(1.0);
  r[0] = glm::normalize(m[0]);
  glm::dvec3 y = m[1] - r[0] * glm::dot(r[0], m[1]);
  if (glm::length(y) < kFlatScale) {
    const glm::dvec3 z = m[2] - r[0] * glm::dot(r[0], m[2]);
    y = glm::length(z) < kFlatScale ? anyNormal(r[0]) : glm::cross(z, r[0]);
  }
  r[1] = glm::normalize(y);
  r[2] = glm::cross(r[0], r[1]);
  return r;
}

/// The orthogonal matrix nearest to `m` (determinant of the same sign), by Newton's iteration for the polar
/// decomposition (N. J. Higham, "Computing the polar decomposition – with applications", 1986).
glm::dmat3 nearestOrthogonal(glm::dmat3 m) {
  for (int i = 0; i < 64; ++i) {
    const glm::dmat3 next = 0.5 * (m + glm::inverse(glm::transpose(m)));
    double change = 0.0;
    for (int c = 0; c < 3; ++c) {
      change = std::max(change, glm::length(next[c] - m[c]));
    }
    m = next;
    if (!(change > 1e-15)) {
      break;
    }
  }
  return m;
}

}  // namespace

glm::dvec3 anyNormal(const glm::dvec3& unit) {
  const glm::dvec3 a = glm::abs(unit);
  const glm::dvec3 least = a.x <= a.y && a.x <= a.z ? glm::dvec3(1, 0, 0)
                           : a.y <= a.z             ? glm::dvec3(0, 1, 0)
                                                    : glm::dvec3(0, 0, 1);
  return glm::normalize(glm::cross(unit, least));
}

glm::dmat4 toMatrix(const Transform& transform) {
  const glm::dmat3 rotation = glm::mat3_cast(transform.rotation);
  return {glm::dvec4(rotation[0] * transform.scale.x, 0.0), glm::dvec4(rotation[1] * transform.scale.y, 0.0),
          glm::dvec4(rotation[2] * transform.scale.z, 0.0), glm::dvec4(transform.translation, 1.0)};
}

Transform decompose(const glm::dmat4& matrix, double* residual, const glm::dquat& mirrorHint) {
  const glm::dmat3 a(matrix);
  const glm::dmat3 hint = glm::mat3_cast(mirrorHint);
  const glm::dvec3 lengths(glm::length(a[0]), glm::length(a[1]), glm::length(a[2]));
  const double smallest = std::max({lengths.x, lengths.y, lengths.z}) * kZeroColumn;

  glm::dmat3 unit(0.0);  // unit columns
  int known[3] = {};     // the columns that have a direction
  int missing[3] = {};
  int knownCount = 0;
  int missingCount = 0;
  for (int c = 0; c < 3; ++c) {
    if (lengths[c] > smallest) {
      unit[c] = a[c] / lengths[c];
      known[knownCount++] = c;
    } else {
      missing[missingCount++] = c;
    }
  }

  if (knownCount == 0) {
    unit = hint;
  } else if (knownCount == 1) {
    unit = turnedOnto(hint, known[0], unit[known[0]]);
  } else if (knownCount == 2) {
    const int c = missing[0];
    const glm::dvec3 normal = glm::cross(unit[(c + 1) % 3], unit[(c + 2) % 3]);
    unit[c] = glm::length(normal) < kFlatScale ? anyNormal(unit[known[0]]) : glm::normalize(normal);
  }

  const double volume = glm::determinant(unit);
  glm::dmat3 rotation = std::abs(volume) < kFlatScale ? orthonormalised(unit) : nearestOrthogonal(unit);
  double sign[3] = {1.0, 1.0, 1.0};
  if (volume <= -kFlatScale) {
    // Flipping the column that agrees least with the hint leaves the rotation nearest to it.
    int flip = 0;
    for (int c = 1; c < 3; ++c) {
      if (glm::dot(rotation[c], hint[c]) < glm::dot(rotation[flip], hint[flip]) - 1e-9) {
        flip = c;
      }
    }
    rotation[flip] = -rotation[flip];
    sign[flip] = -1.0;
  }

  Transform result;
  result.translation = glm::dvec3(matrix[3]);
  result.rotation = glm::normalize(glm::quat_cast(rotation));
  for (int c = 0; c < 3; ++c) {
    // Without shear this is ±length; with shear, the nearest scale.
    result.scale[c] = lengths[c] > smallest ? sign[c] * std::abs(glm::dot(rotation[c], a[c])) : 0.0;
  }

  if (residual != nullptr) {
    const glm::dmat4 back = toMatrix(result);
    double largest = 0.0;
    double difference = 0.0;
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        difference = std::max(difference, std::abs(back[c][r] - matrix[c][r]));
        if (c < 3 && r < 3) {
          largest = std::max(largest, std::abs(matrix[c][r]));
        }
      }
    }
    *residual = largest > 0.0 ? difference / largest : difference;
  }
  return result;
}

glm::dmat3 normalMatrix(const glm::dmat4& matrix) {
  const glm::dvec3 x(matrix[0]);
  const glm::dvec3 y(matrix[1]);
  const glm::dvec3 z(matrix[2]);
  const glm::dmat3 cofactors(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
  return glm::dot(x, cofactors[0]) < 0.0 ? -cofactors : cofactors;
}

glm::dquat slerpShortest(const glm::dquat& a, glm::dquat b, double t) {
  if (glm::dot(a, b) < 0.0) {
    b = -b;
  }
  // From the chords rather than from acos, which loses half the digits of small angles.
  const double apart = glm::length(a - b);
  if (apart < 1e-9) {
    return glm::normalize(a * (1.0 - t) + b * t);
  }
  const double angle = 2.0 * std::atan2(apart, glm::length(a + b));
  const double sine = std::sin(angle);
  return glm::normalize(a * (std::sin((1.0 - t) * angle) / sine) + b * (std::sin(t * angle) / sine));
}

bool isInvertible(const glm::dmat4& matrix) { return isFinite(glm::inverse(matrix)); }

}  // namespace texeleton::transform
