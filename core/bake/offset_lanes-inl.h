// The codes of the encoding "offset16" for eight frames at once (offset_code.h has them one at a time); included once
// per target.
#if defined(TEXELETON_OFFSET_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_OFFSET_LANES_INL_H_
#undef TEXELETON_OFFSET_LANES_INL_H_
#else
#define TEXELETON_OFFSET_LANES_INL_H_
#endif

#include <cstring>

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

#if HWY_TARGET == HWY_AVX2

using CodeTag = hn::RebindToSigned<LaneTag>;
using HalvesTag = hn::Repartition<std::uint16_t, LaneTag>;

/// What a position is in texels of eight frames: the halves of x and y side by side, and the code of z.
struct OffsetPlace {
  hn::Vec<HalvesTag> xy;
  hn::Vec<CodeTag> z;
};

/// Codes of coordinates in a range; below 0 for what lies below it. In doubles: floats have too few digits to meet the
/// nearest of 61,440 steps. Rounded towards 0, which for what is not below the range is down.
HWY_INLINE __m128i someOffsetCodes(const float* HWY_RESTRICT values, double lowest, double steps) {
  const hn::CappedTag<double, 4> d;
  const auto at = hn::PromoteTo(d, hn::Load(hn::CappedTag<float, 4>(), values));
  const auto share = hn::Mul(hn::Sub(at, hn::Set(d, lowest)), hn::Set(d, steps));
  return _mm256_cvttpd_epi32(hn::Add(share, hn::Set(d, kOffsetHalf)).raw);
}
HWY_INLINE hn::Vec<CodeTag> offsetCodes(const float* HWY_RESTRICT values, double lowest, double steps) {
  const __m128i lower = someOffsetCodes(values, lowest, steps);
  const __m128i upper = someOffsetCodes(values + 4, lowest, steps);
  return hn::Vec<CodeTag>{_mm256_inserti128_si256(_mm256_castsi128_si256(lower), upper, 1)};
}

/// The halves of codes, halfOfCode() of encoding.h: for each frame that of `a`, then that of `b`.
HWY_INLINE hn::Vec<HalvesTag> halvesOfCodes(hn::Vec<CodeTag> a, hn::Vec<CodeTag> b) {
  const HalvesTag d;
  const hn::RebindToSigned<HalvesTag> di;
  const hn::Repartition<std::uint8_t, LaneTag> d8;
  alignas(16) static constexpr std::uint8_t kInTurn[16] = {0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15};
  const auto codes = hn::Min(hn::Vec<HalvesTag>{_mm256_packus_epi32(a.raw, b.raw)}, hn::Set(d, kHalfCodes - 1));
  const auto number = hn::BitCast(di, hn::Sub(codes, hn::Set(d, kHalfCodes / 2)));
  const auto negative = hn::ShiftRight<1>(hn::BitCast(d, hn::ShiftRight<15>(number)));  // All bits but the sign's.
  const auto halves = hn::Add(hn::Xor(hn::BitCast(d, number), negative), hn::Set(d, 0x0400));
  return hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(d8, halves), hn::LoadDup128(d8, kInTurn)));
}

HWY_INLINE OffsetPlace offsetPlace(const float (*position)[kFrameLanes], const double* lowest, const double* steps) {
  return {halvesOfCodes(offsetCodes(position[0], lowest[0], steps[0]), offsetCodes(position[1], lowest[1], steps[1])),
          offsetCodes(position[2], lowest[2], steps[2])};
}

/// Texels of frames 0, 1, 4 and 5, and of the others. `normal`: codes less kMiddleCode.
struct OffsetTexels {
  hn::Vec<hn::Repartition<std::uint64_t, LaneTag>> lower;
  hn::Vec<hn::Repartition<std::uint64_t, LaneTag>> upper;
};
HWY_INLINE OffsetTexels offsetTexels(const OffsetPlace& place, F8 normal) {
  const hn::Repartition<std::uint32_t, LaneTag> d32;
  const hn::Repartition<std::uint64_t, LaneTag> d64;
  const CodeTag di;
  const hn::Vec<CodeTag> number{_mm256_cvtps_epi32(normal.part[0].raw)};
  const auto xy = hn::BitCast(d32, place.xy);
  const auto zw =
      hn::BitCast(d32, halvesOfCodes(place.z, hn::Add(number, hn::Set(di, static_cast<int>(kHalfCodes / 2)))));
  return {hn::BitCast(d64, hn::InterleaveLower(d32, xy, zw)), hn::BitCast(d64, hn::InterleaveUpper(d32, xy, zw))};
}

HWY_INLINE void storeOffset(const OffsetPlace& place, F8 normal, const FrameRows& rows, std::size_t offset) {
  const OffsetTexels texels = offsetTexels(place, normal);
  alignas(32) std::uint64_t lower[4];
  alignas(32) std::uint64_t upper[4];
  const hn::Repartition<std::uint64_t, LaneTag> d;
  hn::Store(texels.lower, d, lower);
  hn::Store(texels.upper, d, upper);
  for (std::size_t f = 0; f < kFrameLanes; ++f) {
    std::memcpy(rows.row[f] + offset, ((f & 2) == 0 ? lower : upper) + (f & 1) + (f >> 2) * 2, kHalfTexel);
  }
}

/// Two that follow one another in memory.
HWY_INLINE void storeTwoOffsets(const OffsetPlace& placeA, const OffsetPlace& placeB, F8 normalA, F8 normalB,
                                const FrameRows& rows, std::size_t offset) {
  const OffsetTexels a = offsetTexels(placeA, normalA);
  const OffsetTexels b = offsetTexels(placeB, normalB);
  const hn::Repartition<std::uint64_t, LaneTag> d;
  const hn::Half<decltype(d)> dh;
  const hn::Vec<decltype(d)> frames[4] = {
      hn::InterleaveLower(d, a.lower, b.lower), hn::InterleaveUpper(d, a.lower, b.lower),
      hn::InterleaveLower(d, a.upper, b.upper), hn::InterleaveUpper(d, a.upper, b.upper)};
  for (std::size_t f = 0; f < 4; ++f) {
    hn::StoreU(hn::LowerHalf(dh, frames[f]), dh, reinterpret_cast<std::uint64_t*>(rows.row[f] + offset));
    hn::StoreU(hn::UpperHalf(dh, frames[f]), dh, reinterpret_cast<std::uint64_t*>(rows.row[f + 4] + offset));
  }
}

#else

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

/// What a position is in texels of eight frames.
struct OffsetPlace {
  H8 halves[3];
};

HWY_INLINE OffsetPlace offsetPlace(const float (*position)[kFrameLanes], const double* lowest, const double* steps) {
  OffsetPlace place;
  for (std::size_t i = 0; i < 3; ++i) {
    place.halves[i] = halvesOfCodes(offsetCodes(position[i], lowest[i], steps[i]));
  }
  return place;
}

/// `normal`: codes less kMiddleCode.
HWY_INLINE void storeOffset(const OffsetPlace& place, F8 normal, const FrameRows& rows, std::size_t offset) {
  const H8 c[4] = {place.halves[0], place.halves[1], place.halves[2], halvesOfCodes(normal)};
  storeTexel(c, rows, offset);
}

/// Two that follow one another in memory.
HWY_INLINE void storeTwoOffsets(const OffsetPlace& placeA, const OffsetPlace& placeB, F8 normalA, F8 normalB,
                                const FrameRows& rows, std::size_t offset) {
  const H8 c[8] = {placeA.halves[0], placeA.halves[1], placeA.halves[2], halvesOfCodes(normalA),
                   placeB.halves[0], placeB.halves[1], placeB.halves[2], halvesOfCodes(normalB)};
  storeTwoTexels(c, rows, offset);
}

#endif

/// Where a comparison holds.
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
HWY_INLINE F8 choose(Where8 where, F8 a, F8 b) {
  F8 r;
  for (std::size_t i = 0; i < kParts; ++i) {
    r.part[i] = hn::IfThenElse(where.part[i], a.part[i], b.part[i]);
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

/// Octahedral codes of the normals of several elements, of any length, less kMiddleCode. They go through each step
/// together: short loops without dependencies let the CPU work ahead.
///
/// With all signs taken off, the octahedron's face is a triangle, and codes lie on a grid over it. The grid's square
/// around a normal is cut along the diagonal that leads from the column's end to the row's: both halves lie on one face
/// each, also where that diagonal is the edge between the upper and the lower face, and the nearest code is a corner of
/// the normal's own half. Let P be the point on the face, (x, y) the steps from it to the half's right angle, A and B
/// the directions of a step on the face: the squared sine of the angle to a corner is |Δ×P|²/(|P|²·|P + Δ|²), of which
/// Δ×P = x·A×P + y·B×P. |A×P|² = 3b² − 2b + 1, |B×P|² = 3a² − 2a + 1 and (A×P)·(B×P) = a + b − 3ab where P = (a, b, c)
/// and a + b + c = 1; |P + Δ|² is taken to the first order. On the lower face a and b change places.
class NormalCodes {
 public:
  static constexpr std::size_t kMost = 16;

  /// `items[i].normal[axis]` are eight floats, aligned. No more than kMost.
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
  HWY_INLINE F8 code(std::size_t i) const { return load(m_code[i]); }

 private:
  using Lanes = float[kMost][kFrameLanes];

  HWY_INLINE void findFace(std::size_t i, const float (*normal)[kFrameLanes]) {
    const F8 size[3] = {magnitudeOf(load(normal[0])), magnitudeOf(load(normal[1])), magnitudeOf(load(normal[2]))};
    const Where8 below = isLess(load(normal[2]), splat(0.0f));
    const F8 inverse = splat(1.0f) / larger(size[0] + size[1] + size[2], splat(kLeastNormal));
    store(choose(below, size[1], size[0]) * inverse, m_a[i]);
    store(choose(below, size[0], size[1]) * inverse, m_b[i]);
    store(size[2] * inverse, m_c[i]);
  }

  HWY_INLINE void findHalf(std::size_t i, const float (*normal)[kFrameLanes]) {
    const F8 one = splat(1.0f);
    const Where8 below = isLess(load(normal[2]), splat(0.0f));
    const F8 a = load(m_a[i]);
    const F8 b = load(m_b[i]);
    const F8 u = choose(below, one - a, a) * splat(kOctantSteps);
    const F8 v = choose(below, one - b, b) * splat(kOctantSteps);
    const F8 column = smaller(roundedDown(u), splat(kOctantSteps - 1.0f));
    const F8 row = smaller(roundedDown(v), splat(kOctantSteps - 1.0f));
    const F8 fu = u - column;
    const F8 fv = v - row;
    const Where8 isFar = isLess(one, fu + fv);
    const F8 far = onlyWhere(isFar, one);
    store(far - fu, m_x[i]);
    store(far - fv, m_y[i]);
    store(column + far, m_u[i]);
    store(row + far, m_v[i]);
    store(negatedWhere(isFar, one), m_step[i]);
  }

  HWY_INLINE void findCode(std::size_t i, const float (*normal)[kFrameLanes]) {
    const F8 one = splat(1.0f);
    const F8 two = splat(2.0f);
    const F8 three = splat(3.0f);
    const F8 zero = splat(0.0f);
    const F8 a = load(m_a[i]);
    const F8 b = load(m_b[i]);
    const F8 c = load(m_c[i]);
    const F8 x = magnitudeOf(load(m_x[i]));
    const F8 y = magnitudeOf(load(m_y[i]));
    const F8 aa = a * (three * a - two) + one;
    const F8 bb = b * (three * b - two) + one;
    const F8 sum = a + b;
    const F8 ab = (sum + sum) - splat(6.0f) * (a * b);
    const F8 xx = x * bb;
    const F8 yy = y * aa;
    const F8 xy = x * ab;
    const F8 yx = y * ab;
    const F8 corner = x * (xx + yx) + y * yy;
    const F8 besideU = corner + (bb - (xx + xx) - yx);
    const F8 besideV = corner + (aa - (yy + yy) - xy);
    const F8 squared = a * a + b * b + c * c;
    const F8 step = load(m_step[i]);
    const F8 nearer = negatedWhere(isLess(load(normal[2]), zero), step * splat(2.0f / kOctantSteps));
    const F8 farU = besideU * (squared - nearer * (a - c));
    const F8 farV = besideV * (squared - nearer * (b - c));
    const F8 least = corner * squared;
    const Where8 takesV = isLess(farV, smaller(farU, least));
    const F8 wholeU = load(m_u[i]) + zeroWhere(takesV, onlyWhere(isLess(farU, least), step));
    const F8 wholeV = load(m_v[i]) + onlyWhere(takesV, step);
    constexpr float kRow = kNormalSteps + 1;
    constexpr float kCentre = kOctantSteps + kRow * kOctantSteps - kMiddleCode;
    const F8 signedU = negatedWhere(isLess(load(normal[0]), zero), wholeU);
    const F8 signedV = negatedWhere(isLess(load(normal[1]), zero), wholeV);
    store(splat(kCentre) + signedU + splat(kRow) * signedV, m_code[i]);
  }

  alignas(32) Lanes m_a;  ///< Of the point on the face.
  alignas(32) Lanes m_b;
  alignas(32) Lanes m_c;
  alignas(32) Lanes m_x;  ///< From it to the right angle, with signs.
  alignas(32) Lanes m_y;
  alignas(32) Lanes m_u;  ///< Column and row of the right angle.
  alignas(32) Lanes m_v;
  alignas(32) Lanes m_step;  ///< From there to the other corners: 1 or −1.
  alignas(32) Lanes m_code;
};

}  // namespace HWY_NAMESPACE
}  // namespace texeleton
HWY_AFTER_NAMESPACE();

#endif  // include guard
