// The codes of normals of the encoding "offset16" for eight frames at once (one at a time: offset_code.h); included
// once per target.
#if defined(TEXELETON_OFFSET_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_OFFSET_LANES_INL_H_
#undef TEXELETON_OFFSET_LANES_INL_H_
#else
#define TEXELETON_OFFSET_LANES_INL_H_
#endif

#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/offset_places-inl.h"
#include "core/vat/offset_code.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

HWY_INLINE F8 roundedDown(F8 a) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::Floor(a.part[i]);
  }
  return r;
}

/// Lanes in which a comparison holds.
struct Where8 {
  hn::Mask<LaneTag> part[kParts];
};
HWY_INLINE Where8 isLess(F8 a, F8 b) {
  Where8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::Lt(a.part[i], b.part[i]);
  }
  return r;
}
HWY_INLINE F8 differentBits(F8 a, F8 b) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::Xor(a.part[i], b.part[i]);
  }
  return r;
}
HWY_INLINE F8 onlyWhere(Where8 where, F8 a) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::IfThenElseZero(where.part[i], a.part[i]);
  }
  return r;
}
HWY_INLINE F8 zeroWhere(Where8 where, F8 a) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::IfThenZeroElse(where.part[i], a.part[i]);
  }
  return r;
}
HWY_INLINE F8 negatedWhere(Where8 where, F8 a) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::Xor(a.part[i], hn::IfThenElseZero(where.part[i], hn::Set(LaneTag(), -0.0f)));
  }
  return r;
}

/// a·b + c, where a·b is exact: `b` is a power of two, or both are small whole numbers. Therefore rounded once, whether
/// fused or not.
HWY_INLINE F8 exactTimesPlus(F8 a, F8 b, F8 c) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::MulAdd(a.part[i], b.part[i], c.part[i]);
  }
  return r;
}

/// Octahedral codes of the normals of several elements, of any length. Each step processes all of them: short loops
/// without dependencies suit out-of-order execution.
///
/// Without signs, the octahedron's face is a triangle, and codes lie on a grid over it. The grid's square around a
/// normal is cut along the diagonal that leads from the column's end to the row's: both halves lie on one face each,
/// also where that diagonal is the edge between the upper and the lower face, and the nearest code is a corner of the
/// normal's own half. Let P be the point on the face, (x, y) the steps from it to the half's right angle, A and B the
/// directions of a step on the face: the squared sine of the angle to a corner is |Δ×P|²/(|P|²·|P + Δ|²), of which Δ×P
/// = x·A×P + y·B×P. |A×P|² = 3b² − 2b + 1, |B×P|² = 3a² − 2a + 1 and (A×P)·(B×P) = a + b − 3ab where P = (a, b, c) and
/// a + b + c = 1; |P + Δ|² is taken to the first order. On the lower face a and b are swapped.
class NormalCodes {
 public:
  static constexpr std::size_t kMost = 16;

  /// `items[i].normal[axis]` are eight aligned floats. At most kMost items.
  template <class Item>
  HWY_INLINE void find(const Item* HWY_RESTRICT items, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      findFace(i, items[i].normal);
    }
    for (std::size_t i = 0; i < count; ++i) {
      findHalf(i, items[i].normal);
    }
    for (std::size_t i = 0; i < count; ++i) {
      findCode(i, items[i].normal);
    }
  }
  /// (code − kMiddleCode)·kCodeUnit.
  HWY_INLINE F8 code(std::size_t i) const { return load(m_code[i]); }

 private:
  using Lanes = float[kMost][animation::kFrameLanes];

  HWY_INLINE void findFace(std::size_t i, const float (*normal)[animation::kFrameLanes]) {
    const F8 size[3] = {magnitudeOf(load(normal[0])), magnitudeOf(load(normal[1])), magnitudeOf(load(normal[2]))};
    const Where8 below = isLess(load(normal[2]), splat(0.0f));
    const F8 inverse = splat(1.0f) / larger(size[0] + size[1] + size[2], splat(vat::kLeastNormal));
    const F8 exchange = onlyWhere(below, differentBits(size[0], size[1]));
    store(differentBits(size[0], exchange) * inverse, m_a[i]);
    store(differentBits(size[1], exchange) * inverse, m_b[i]);
    store(size[2] * inverse, m_c[i]);
  }

  HWY_INLINE void findHalf(std::size_t i, const float (*normal)[animation::kFrameLanes]) {
    const F8 one = splat(1.0f);
    const F8 two = splat(2.0f);
    const F8 three = splat(3.0f);
    const Where8 below = isLess(load(normal[2]), splat(0.0f));
    const F8 a = load(m_a[i]);
    const F8 b = load(m_b[i]);
    const F8 from = onlyWhere(below, one);  // On the lower face it is 1 less.
    const F8 u = magnitudeOf(from - a) * splat(vat::kOctantSteps);
    const F8 v = magnitudeOf(from - b) * splat(vat::kOctantSteps);
    const F8 column = smaller(roundedDown(u), splat(vat::kOctantSteps - 1.0f));
    const F8 row = smaller(roundedDown(v), splat(vat::kOctantSteps - 1.0f));
    const F8 fu = u - column;
    const F8 fv = v - row;
    const Where8 isFar = isLess(one, fu + fv);
    const F8 far = onlyWhere(isFar, one);
    const F8 c = load(m_c[i]);
    store(a * (three * a - two) + one, m_aa[i]);
    store(b * (three * b - two) + one, m_bb[i]);
    store(exactTimesPlus(a + b, two, splat(-6.0f) * (a * b)), m_ab[i]);
    store(a * a + b * b + c * c, m_squared[i]);
    store(far - fu, m_x[i]);
    store(far - fv, m_y[i]);
    store(column + far, m_u[i]);
    store(row + far, m_v[i]);
    store(negatedWhere(isFar, one), m_step[i]);
    store(negatedWhere(below, negatedWhere(isFar, splat(2.0f / vat::kOctantSteps))), m_nearer[i]);
  }

  HWY_INLINE void findCode(std::size_t i, const float (*normal)[animation::kFrameLanes]) {
    const F8 zero = splat(0.0f);
    const F8 a = load(m_a[i]);
    const F8 b = load(m_b[i]);
    const F8 c = load(m_c[i]);
    const F8 x = magnitudeOf(load(m_x[i]));
    const F8 y = magnitudeOf(load(m_y[i]));
    const F8 aa = load(m_aa[i]);
    const F8 bb = load(m_bb[i]);
    const F8 ab = load(m_ab[i]);
    const F8 xx = x * bb;
    const F8 yy = y * aa;
    const F8 xy = x * ab;
    const F8 yx = y * ab;
    const F8 corner = x * (xx + yx) + y * yy;
    const F8 besideU = corner + (exactTimesPlus(xx, splat(-2.0f), bb) - yx);
    const F8 besideV = corner + (exactTimesPlus(yy, splat(-2.0f), aa) - xy);
    const F8 squared = load(m_squared[i]);
    const F8 step = load(m_step[i]);
    const F8 nearer = load(m_nearer[i]);
    const F8 farU = besideU * (squared - nearer * (a - c));
    const F8 farV = besideV * (squared - nearer * (b - c));
    const F8 least = corner * squared;
    const Where8 takesV = isLess(farV, smaller(farU, least));
    const F8 wholeU = load(m_u[i]) + zeroWhere(takesV, onlyWhere(isLess(farU, least), step));
    const F8 wholeV = load(m_v[i]) + onlyWhere(takesV, step);
    constexpr float kCentre = vat::kOctantSteps + vat::kNormalRow * vat::kOctantSteps - kMiddleCode;
    const F8 signedU = negatedWhere(isLess(load(normal[0]), zero), wholeU);
    const F8 signedV = negatedWhere(isLess(load(normal[1]), zero), wholeV);
    store(exactTimesPlus(signedV, splat(vat::kNormalRow * kCodeUnit),
                         exactTimesPlus(signedU, splat(kCodeUnit), splat(kCentre * kCodeUnit))),
          m_code[i]);
  }

  alignas(32) Lanes m_a;  ///< Coordinate of the point on the face.
  alignas(32) Lanes m_b;
  alignas(32) Lanes m_c;
  alignas(32) Lanes m_aa;  ///< |B×P|².
  alignas(32) Lanes m_bb;  ///< |A×P|².
  alignas(32) Lanes m_ab;  ///< Twice their product.
  alignas(32) Lanes m_squared;
  alignas(32) Lanes m_x;  ///< From the point to the right angle, signed.
  alignas(32) Lanes m_y;
  alignas(32) Lanes m_u;  ///< Column and row of the right angle.
  alignas(32) Lanes m_v;
  alignas(32) Lanes m_step;    ///< From the right angle to the other corners: 1 or −1.
  alignas(32) Lanes m_nearer;  ///< Step that moves the code's vector towards the centre of the face.
  alignas(32) Lanes m_code;
};

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#endif  // include guard
