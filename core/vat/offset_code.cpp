#include "core/vat/offset_code.h"

#include <algorithm>
#include <cmath>

namespace texeleton::vat {

namespace {

double signOf(double x) { return x < 0.0 ? -1.0 : 1.0; }

}  // namespace

std::uint32_t codeOfOffset(float value, float lowest, float extent) {
  const double steps = (static_cast<double>(value) - static_cast<double>(lowest)) * offsetSteps(extent);
  return static_cast<std::uint32_t>(std::clamp(std::floor(steps + kOffsetHalf), 0.0, kOffsetSteps));
}

glm::dvec3 normalOfCode(std::uint32_t code) {
  const auto column = code % (kNormalSteps + 1);
  const auto row = code / (kNormalSteps + 1);
  const double u = 2.0 * column / kNormalSteps - 1.0;
  const double v = 2.0 * row / kNormalSteps - 1.0;
  glm::dvec3 n(u, v, 1.0 - std::abs(u) - std::abs(v));
  if (n.z < 0.0) {
    n = {(1.0 - std::abs(v)) * signOf(u), (1.0 - std::abs(u)) * signOf(v), n.z};
  }
  return glm::normalize(n);
}

// The steps of normalCodes() in offset_lanes-inl.h; see the explanation there.
std::uint32_t codeOfNormal(const glm::vec3& normal) {
  const glm::vec3 size = glm::abs(normal);
  const float inverse = 1.0f / std::max(size.x + size.y + size.z, kLeastNormal);
  const bool isBelow = normal.z < 0.0f;
  const float a = (isBelow ? size.y : size.x) * inverse;
  const float b = (isBelow ? size.x : size.y) * inverse;
  const float c = size.z * inverse;
  const float u = (isBelow ? 1.0f - a : a) * kOctantSteps;
  const float v = (isBelow ? 1.0f - b : b) * kOctantSteps;
  const float column = std::min(std::floor(u), kOctantSteps - 1.0f);
  const float row = std::min(std::floor(v), kOctantSteps - 1.0f);
  const float fu = u - column;
  const float fv = v - row;
  const float far = 1.0f < fu + fv ? 1.0f : 0.0f;
  const float x = std::abs(far - fu);
  const float y = std::abs(far - fv);
  const float aa = a * (3.0f * a - 2.0f) + 1.0f;
  const float bb = b * (3.0f * b - 2.0f) + 1.0f;
  const float ab = 2.0f * (a + b) - 6.0f * (a * b);
  const float xx = x * bb;
  const float yy = y * aa;
  const float xy = x * ab;
  const float yx = y * ab;
  const float corner = x * (xx + yx) + y * yy;
  const float besideU = corner + (bb - (xx + xx) - yx);
  const float besideV = corner + (aa - (yy + yy) - xy);
  const float squared = a * a + b * b + c * c;
  const float step = 1.0f - (far + far);
  const float nearer = step * (isBelow ? -2.0f / kOctantSteps : 2.0f / kOctantSteps);
  const float farU = besideU * (squared - nearer * (a - c));
  const float farV = besideV * (squared - nearer * (b - c));
  float least = corner * squared;
  const bool goesU = farU < least;
  least = std::min(farU, least);
  const bool goesV = farV < least;
  const float wholeU = column + far + step * (goesU && !goesV ? 1.0f : 0.0f);
  const float wholeV = row + far + step * (goesV ? 1.0f : 0.0f);
  const float centre = kOctantSteps + kNormalRow * kOctantSteps;
  return static_cast<std::uint32_t>(centre + (normal.x < 0.0f ? -wholeU : wholeU) +
                                    kNormalRow * (normal.y < 0.0f ? -wholeV : wholeV));
}

}  // namespace texeleton::vat
