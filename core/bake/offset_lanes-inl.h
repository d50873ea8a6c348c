// The codes of the encoding "offset16" for eight frames at once (offset_code.h has them one at a time); included once
// per target.
#if defined(TEXELETON_OFFSET_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_OFFSET_LANES_INL_H_
#undef TEXELETON_OFFSET_LANES_INL_H_
#else
#define TEXELETON_OFFSET_LANES_INL_H_
#endif

#include "core/animation/frame_lanes-inl.h"
#include "core/bake/offset_code.h"
#include "core/bake/texel_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton {
namespace HWY_NAMESPACE {

constexpr float kMiddleCode = static_cast<float>(kHalfCodes) / 2.0f;

HWY_INLINE F8 roundedDown(F8 a) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::Floor(a.part[i]);
  }
  return r;
}

/// The halves of codes less kMiddleCode: halfOfCode() of encoding.h.
HWY_INLINE H8 halvesOfCodes(F8 codes) {
  const LaneTag d;
  const hn::RebindToSigned<LaneTag> di;
  I8 bits;
  for (std::size_t i = 0; i < kParts; ++i) {
    // 1.5·2²³ is added: the whole number then is the lower bits.
    const auto number =
        hn::Sub(hn::BitCast(di, hn::Add(codes.part[i], hn::Set(d, 12582912.0f))), hn::Set(di, 0x4b400000));
    const auto negative = hn::ShiftRight<31>(number);  // All bits.
    bits.part[i] =
        hn::Or(hn::Add(hn::Xor(number, negative), hn::Set(di, 0x0400)), hn::And(negative, hn::Set(di, 0x8000)));
  }
  return narrowed(bits);
}

/// Codes of coordinates in a range, less kMiddleCode. In doubles: floats have too few digits to meet the nearest of
/// 61,440 steps.
template <class DF>
HWY_INLINE hn::Vec<DF> someOffsetCodes(DF df, const float* HWY_RESTRICT values, double lowest, double steps) {
  const hn::Rebind<double, DF> d;
  const auto share = hn::Mul(hn::Sub(hn::PromoteTo(d, hn::LoadU(df, values)), hn::Set(d, lowest)), hn::Set(d, steps));
  const auto whole = hn::Floor(hn::Add(share, hn::Set(d, kOffsetHalf)));
  const auto code = hn::Min(hn::Max(whole, hn::Zero(d)), hn::Set(d, kOffsetSteps));
  return hn::DemoteTo(df, hn::Sub(code, hn::Set(d, static_cast<double>(kMiddleCode))));
}
HWY_INLINE F8 offsetCodes(const float* HWY_RESTRICT values, double lowest, double steps) {
  F8 codes;
  for (std::size_t i = 0; i < kParts; ++i) {
#if HWY_TARGET == HWY_SCALAR
    codes.part[i] = someOffsetCodes(LaneTag(), values + i, lowest, steps);
#else
    const hn::Half<LaneTag> half;
    const float* const from = values + i * kPartLanes;
    codes.part[i] = hn::Combine(LaneTag(), someOffsetCodes(half, from + kPartLanes / 2, lowest, steps),
                                someOffsetCodes(half, from, lowest, steps));
#endif
  }
  return codes;
}

/// The same number of several elements. Their calculations overlap: one by one they would wait for themselves.
template <std::size_t kCount>
struct Several {
  F8 each[kCount];
};
template <std::size_t kCount>
HWY_INLINE Several<kCount> operator+(const Several<kCount>& a, const Several<kCount>& b) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = a.each[i] + b.each[i];
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> operator-(const Several<kCount>& a, const Several<kCount>& b) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = a.each[i] - b.each[i];
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> operator*(const Several<kCount>& a, const Several<kCount>& b) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = a.each[i] * b.each[i];
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> several(float value) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = splat(value);
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> magnitudesOf(const Several<kCount>& a) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = magnitudeOf(a.each[i]);
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> smaller(const Several<kCount>& a, const Several<kCount>& b) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = smaller(a.each[i], b.each[i]);
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> wholePart(const Several<kCount>& a) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = roundedDown(a.each[i]);
  }
  return r;
}
template <std::size_t kCount>
HWY_INLINE Several<kCount> whereLess(const Several<kCount>& x, const Several<kCount>& limit, const Several<kCount>& a,
                                     const Several<kCount>& b) {
  Several<kCount> r;
  for (std::size_t i = 0; i < kCount; ++i) {
    r.each[i] = whereLess(x.each[i], limit.each[i], a.each[i], b.each[i]);
  }
  return r;
}
/// 1/(|n.x| + |n.y| + |n.z|).
HWY_INLINE F8 normalFactor(const F8* n) {
  const F8 sum = magnitudeOf(n[0]) + magnitudeOf(n[1]) + magnitudeOf(n[2]);
  return splat(1.0f) / larger(sum, splat(kLeastNormal));
}

/// Octahedral codes of normals of any length, less kMiddleCode; `inverse`: their normalFactor().
///
/// With all signs taken off, the octahedron's face is a triangle, and codes lie on a grid over it. The grid's square
/// around a normal is cut along the diagonal that leads from the column's end to the row's: both halves lie on one face
/// each, also where that diagonal is the edge between the upper and the lower face, and the nearest code is a corner of
/// the normal's own half. Let P be the point on the face, (x, y) the steps from it to the half's right angle, A and B
/// the directions of a step on the face: the squared sine of the angle to a corner is |Δ×P|²/(|P|²·|P + Δ|²), of which
/// Δ×P = x·A×P + y·B×P. |A×P|² = 3b² − 2b + 1, |B×P|² = 3a² − 2a + 1 and (A×P)·(B×P) = a + b − 3ab where P = (a, b, c)
/// and a + b + c = 1; |P + Δ|² is taken to the first order. On the lower face a and b change places.
template <std::size_t kCount>
HWY_INLINE Several<kCount> normalCodes(const Several<kCount>* n, const Several<kCount>& inverse) {
  using Numbers = Several<kCount>;
  const Numbers zero = several<kCount>(0.0f);
  const Numbers one = several<kCount>(1.0f);
  const Numbers two = several<kCount>(2.0f);
  const Numbers three = several<kCount>(3.0f);
  const Numbers steps = several<kCount>(kOctantSteps);
  const Numbers size[3] = {magnitudesOf(n[0]), magnitudesOf(n[1]), magnitudesOf(n[2])};
  const Numbers a = whereLess(n[2], zero, size[1], size[0]) * inverse;
  const Numbers b = whereLess(n[2], zero, size[0], size[1]) * inverse;
  const Numbers c = size[2] * inverse;
  const Numbers u = whereLess(n[2], zero, one - a, a) * steps;
  const Numbers v = whereLess(n[2], zero, one - b, b) * steps;
  const Numbers column = smaller(wholePart(u), several<kCount>(kOctantSteps - 1.0f));
  const Numbers row = smaller(wholePart(v), several<kCount>(kOctantSteps - 1.0f));
  const Numbers fu = u - column;
  const Numbers fv = v - row;
  const Numbers far = whereLess(one, fu + fv, one, zero);
  const Numbers x = magnitudesOf(far - fu);
  const Numbers y = magnitudesOf(far - fv);
  const Numbers aa = a * (three * a - two) + one;
  const Numbers bb = b * (three * b - two) + one;
  const Numbers ab = two * (a + b) - several<kCount>(6.0f) * (a * b);
  const Numbers xx = x * bb;
  const Numbers yy = y * aa;
  const Numbers xy = x * ab;
  const Numbers yx = y * ab;
  const Numbers corner = x * (xx + yx) + y * yy;
  const Numbers besideU = corner + (bb - (xx + xx) - yx);
  const Numbers besideV = corner + (aa - (yy + yy) - xy);
  const Numbers squared = a * a + b * b + c * c;
  const Numbers step = one - (far + far);
  const Numbers nearer =
      step * whereLess(n[2], zero, several<kCount>(-2.0f / kOctantSteps), several<kCount>(2.0f / kOctantSteps));
  const Numbers farU = besideU * (squared - nearer * (a - c));
  const Numbers farV = besideV * (squared - nearer * (b - c));
  const Numbers least = corner * squared;
  const Numbers nearest = smaller(farU, least);
  const Numbers goesU = whereLess(farV, nearest, zero, whereLess(farU, least, step, zero));
  const Numbers goesV = whereLess(farV, nearest, step, zero);
  const Numbers wholeU = column + far + goesU;
  const Numbers wholeV = row + far + goesV;
  constexpr float kRow = kNormalSteps + 1;
  constexpr float kCentre = kOctantSteps + kRow * kOctantSteps - kMiddleCode;
  return several<kCount>(kCentre) + whereLess(n[0], zero, zero - wholeU, wholeU) +
         several<kCount>(kRow) * whereLess(n[1], zero, zero - wholeV, wholeV);
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton
HWY_AFTER_NAMESPACE();

#endif  // include guard
