#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace texeleton {

/// Translation, unit rotation and per-axis scale, in float64; maps p to translation + rotation·(scale∘p).
/// Any scale may be negative (mirroring) or zero. Units and space are those of whoever holds it.
struct Transform {
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
};

/// The 4×4 matrix T·R·S (column vectors, column-major as in glm).
glm::dmat4 toMatrix(const Transform& transform);

/// Splits an affine matrix into T·R·S. A mirrored matrix gets exactly one negative scale component, on the axis for
/// which the rotation is nearest to `mirrorHint` (the identity unless given), so that a node authored with
/// (−1, 1, 1) comes back so. Zero columns get a scale of 0 and a rotation completed to an orthonormal basis.
/// Shear cannot be expressed and is dropped: `residual`, when given, receives the largest absolute difference
/// between `matrix` and the result, relative to the largest element of the 3×3 part.
Transform decompose(const glm::dmat4& matrix, double* residual = nullptr,
                    const glm::dquat& mirrorHint = glm::dquat(1.0, 0.0, 0.0, 0.0));

/// The cofactor matrix of the 3×3 part times the sign of its determinant: transforms normals rightly under
/// non-uniform scale and mirroring. The result is not normalised.
glm::dmat3 normalMatrix(const glm::dmat4& matrix);

/// Spherical interpolation along the shorter arc; linear where the quaternions are closer than 1e-9.
glm::dquat slerpShortest(const glm::dquat& a, glm::dquat b, double t);

}  // namespace texeleton
