#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace texeleton::transform {

/// Translation, unit rotation and per-axis scale, in float64; maps p to translation + rotation·(scale∘p). Any scale may
/// be negative (mirroring) or zero. The owner defines units and space.
struct Transform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};

  friend bool operator==(const Transform&, const Transform&) = default;
};

/// The 4×4 matrix T·R·S (column vectors, column-major as in glm).
glm::dmat4 toMatrix(const Transform& transform);

/// a·b for affine matrices: the last rows are taken as (0, 0, 0, 1) and not read.
inline glm::dmat4 multiplyAffine(const glm::dmat4& a, const glm::dmat4& b) {
  const glm::dvec3 x(a[0]);
  const glm::dvec3 y(a[1]);
  const glm::dvec3 z(a[2]);
  glm::dmat4 result(1.0);
  for (int c = 0; c < 4; ++c) {
    result[c] = glm::dvec4(x * b[c].x + y * b[c].y + z * b[c].z, 0.0);
  }
  result[3] += glm::dvec4(glm::dvec3(a[3]), 1.0);
  return result;
}

/// Whether all elements are finite: NaN and infinities times 0 are NaN, and NaN stays in a sum.
inline bool isFinite(const glm::dmat4& m) {
  double sum = 0.0;
  for (int c = 0; c < 4; ++c) {
    sum += m[c].x * 0.0 + m[c].y * 0.0 + m[c].z * 0.0 + m[c].w * 0.0;
  }
  return sum == 0.0;
}

/// Any unit vector perpendicular to a unit vector.
glm::dvec3 anyNormal(const glm::dvec3& unit);

/// Splits an affine matrix into T·R·S. A mirrored matrix gets exactly one negative scale component, on the axis for
/// which the rotation is nearest to `mirrorHint` (default: the identity), so that a node authored with (−1, 1, 1) keeps
/// it. Zero columns get a scale of 0 and a rotation completed to an orthonormal basis. Shear is dropped: `residual`, if
/// given, receives the largest absolute difference between `matrix` and the result, relative to the largest element of
/// the 3×3 part.
Transform decompose(const glm::dmat4& matrix, double* residual = nullptr,
                    const glm::dquat& mirrorHint = glm::dquat(1.0, 0.0, 0.0, 0.0));

/// The cofactor matrix of the 3×3 part times the sign of its determinant: transforms normals correctly under
/// non-uniform scale and mirroring. The result is not normalised.
glm::dmat3 normalMatrix(const glm::dmat4& matrix);

/// Whether all elements of the inverse are finite.
bool isInvertible(const glm::dmat4& matrix);

/// Spherical interpolation along the shorter arc; linear where the quaternions are closer than 1e-9.
glm::dquat slerpShortest(const glm::dquat& a, glm::dquat b, double t);

}  // namespace texeleton::transform
