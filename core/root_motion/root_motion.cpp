#include "core/root_motion/root_motion.h"

#include <cmath>
#include <numbers>

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

}  // namespace texeleton::root_motion
