#include "core/animation/point_sampler.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/animation/point_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::animation {
namespace HWY_NAMESPACE {

constexpr float kQuarterTurn = 1.57079632679489662f;
constexpr float kHalfTurn = 3.14159265358979324f;
/// Smaller lengths count as zero.
constexpr float kNoLength = 1e-30f;

HWY_INLINE void load3(const LanePoint& point, F8* v) {
  for (int i = 0; i < 3; ++i) {
    v[i] = load(point.v[i]);
  }
}

HWY_INLINE F8 dot3(const F8* a, const F8* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The angle whose sine and cosine are proportional to `sine` (≥ 0) and `cosine`. Polynomial after Abramowitz and
/// Stegun 4.4.49, within 1e-5.
HWY_INLINE F8 angleOf(F8 sine, F8 cosine) {
  const F8 side = magnitudeOf(cosine);
  const F8 t = smaller(sine, side) / larger(larger(sine, side), splat(kNoLength));
  const F8 s = t * t;
  F8 angle = splat(0.0208351f);
  for (const float factor : {-0.0851330f, 0.1801410f, -0.3302995f, 0.9998660f}) {
    angle = angle * s + splat(factor);
  }
  angle = angle * t;
  angle = whereLess(side, sine, splat(kQuarterTurn) - angle, angle);
  return whereLess(cosine, splat(0.0f), splat(kHalfTurn) - angle, angle);
}

void AddNormals(std::span<const PointNumbering::Triangle> triangles, const LanePoint* places, LanePoint* normals) {
  for (const PointNumbering::Triangle& triangle : triangles) {
    F8 p[3][3];
    for (std::size_t k = 0; k < 3; ++k) {
      load3(places[triangle.places[k]], p[k]);
    }
    F8 edge[3][3];  // From corner k to the next.
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i) {
        edge[k][i] = p[(k + 1) % 3][i] - p[k][i];
      }
    }
    const F8 normal[3] = {edge[0][1] * edge[1][2] - edge[0][2] * edge[1][1],
                          edge[0][2] * edge[1][0] - edge[0][0] * edge[1][2],
                          edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0]};
    const F8 area = rootOf(dot3(normal, normal));
    const F8 factor = whereLess(area, splat(kNoLength), splat(0.0f), splat(1.0f) / larger(area, splat(kNoLength)));
    for (std::size_t k = 0; k < 3; ++k) {
      const F8 cosine = splat(0.0f) - dot3(edge[k], edge[(k + 2) % 3]);
      const F8 weight = angleOf(area, cosine) * factor;
      LanePoint& sum = normals[triangle.normals[k]];
      for (std::size_t i = 0; i < 3; ++i) {
        store(load(sum.v[i]) + normal[i] * weight, sum.v[i]);
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::animation
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::animation {

HWY_EXPORT(AddNormals);

void addNormals(std::span<const PointNumbering::Triangle> triangles, const LanePoint* places, LanePoint* normals) {
  HWY_DYNAMIC_DISPATCH(AddNormals)(triangles, places, normals);
}

}  // namespace texeleton::animation
#endif  // HWY_ONCE
