// Places of the encoding "offset16" for eight frames at once (one at a time: offset_code.h), and the texels of places
// and normals; included once per target.
#if defined(TEXELETON_OFFSET_PLACES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_OFFSET_PLACES_INL_H_
#undef TEXELETON_OFFSET_PLACES_INL_H_
#else
#define TEXELETON_OFFSET_PLACES_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/texel_lanes-inl.h"
#include "core/vat/offset_code.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

constexpr float kMiddleCode = static_cast<float>(vat::kHalfCodes) / 2.0f;

#if HWY_TARGET == HWY_AVX2

using CodeTag = hn::RebindToSigned<LaneTag>;
using WholeTag = hn::RebindToUnsigned<LaneTag>;
using HalvesTag = hn::Repartition<std::uint16_t, LaneTag>;

/// A position in texels of eight frames: the halves of x and y side by side, and in the lower half of each lane
/// the code of z less the middle one.
struct OffsetPlace {
  hn::Vec<HalvesTag> xy;
  hn::Vec<HalvesTag> z;
};

constexpr std::uint16_t kFirstHalf = 0x0400;  ///< Half-float bits from the middle code on.

/// The halves of codes minus the middle one: halfOfCode() of encoding.h. `first`: kFirstHalf in all lanes.
HWY_INLINE hn::Vec<HalvesTag> halvesOf(hn::Vec<HalvesTag> number, hn::Vec<HalvesTag> first) {
  const HalvesTag d;
  const auto negative = hn::BitCast(d, hn::ShiftRight<15>(hn::BitCast(hn::RebindToSigned<HalvesTag>(), number)));
  return hn::Add(hn::Xor(number, hn::ShiftRight<1>(negative)), first);  // All bits but the sign's.
}

/// Finds codes of positions in a range.
///
/// The reference is double arithmetic, since floats have too few digits for 61,440 steps. 32-bit integers take half the
/// operations and nearly always give the same result: a coordinate is rounded to a multiple of a power of two (most
/// already are), the range's corner is subtracted, and the upper half of the product with the steps per multiple is the
/// code, with at least twelve fractional bits. A half is added for rounding, plus the error bound, so that only
/// fractions below `m_doubt` might round differently in doubles; those codes are computed again in doubles.
class OffsetCoder {
 public:
  /// Not inlined, so that the results lie in memory, ready for all lanes.
  HWY_NOINLINE explicit OffsetCoder(const glm::vec4* constants) {
    for (int i = 0; i < 3; ++i) {
      m_axes[i].lowest = static_cast<double>(constants[0][i]);
      m_axes[i].steps = vat::offsetSteps(constants[1][i]);
      scale(m_axes[i], static_cast<double>(constants[1][i]));
    }
    for (Axis& axis : m_axes) {
      setCorner(axis);
    }
    fill(m_doubt, static_cast<std::uint16_t>(2 * m_off));
    fill(m_last, static_cast<std::uint16_t>(vat::kHalfCodes - 1));
    fill(m_middle, static_cast<std::uint16_t>(vat::kHalfCodes / 2));
    fill(m_firstHalf, kFirstHalf);
  }

  HWY_INLINE OffsetPlace place(const float (*position)[animation::kFrameLanes]) const {
    if (HWY_UNLIKELY(!m_isFixed)) {
      return exactPlace(position);
    }
    const HalvesTag d;
    const auto x = hn::BitCast(d, fixedCodes(m_axes[0], position[0]));
    const auto y = hn::BitCast(d, fixedCodes(m_axes[1], position[1]));
    const auto z = hn::BitCast(d, fixedCodes(m_axes[2], position[2]));
    const auto behind = hn::Min(hn::OddEven(lowerUp(y), x), hn::OddEven(hn::Set(d, 0xffff), z));
    const auto inDoubt = hn::SaturatedSub(hn::Load(d, m_doubt), behind);
    if (HWY_UNLIKELY(_mm256_testz_si256(inDoubt.raw, inDoubt.raw) == 0)) {
      return exactPlace(position);
    }
    return {halvesOf(numbersOf(hn::OddEven(y, upperDown(x))), hn::Load(d, m_firstHalf)), numbersOf(upperDown(z))};
  }

 private:
  struct Axis {
    double lowest = 0.0;
    double steps = 0.0;
    int exponent = 0;      ///< Coordinates are rounded to multiples of 2^−exponent.
    double multiples = 0;  ///< Multiples per step.
    alignas(32) float scale[animation::kFrameLanes] = {};
    alignas(32) std::uint32_t corner[animation::kFrameLanes] = {};
    alignas(32) std::uint32_t factor[animation::kFrameLanes] = {};
    alignas(32) std::uint32_t shift[animation::kFrameLanes] = {};  ///< 16 minus the number of fractional bits.
  };
  using Halves = std::uint16_t[2 * animation::kFrameLanes];
  static constexpr int kLeastBits = 12;
  static constexpr int kFarthestExponent = 120;  ///< Within the range of floats.

  template <class T, std::size_t kCount>
  static void fill(T (&lanes)[kCount], T value) {
    std::fill_n(lanes, kCount, value);
  }

  void scale(Axis& axis, double extent) {
    if (!(extent > 0.0)) {  // 0 everywhere.
      return;
    }
    const double farthest = std::max(std::abs(axis.lowest), std::abs(axis.lowest + extent));
    axis.exponent = 30 - std::ilogb(farthest);  // Coordinates are then below 2³¹, and ranges below 2³².
    if (std::ldexp(extent, axis.exponent) > 0x1p32 - 0x1p18) {
      --axis.exponent;
    }
    axis.multiples = std::ldexp(extent, axis.exponent) / vat::kOffsetSteps;
    const int bits = std::min(std::ilogb(axis.multiples), 16);
    if (std::abs(axis.exponent) > kFarthestExponent || bits < kLeastBits) {
      m_isFixed = false;
      return;
    }
    const double factor = std::min(std::ldexp(1.0 / axis.multiples, bits + 32), 0x1p32 - 1.0);
    fill(axis.scale, std::ldexp(1.0f, axis.exponent));
    fill(axis.factor, static_cast<std::uint32_t>(factor));
    fill(axis.shift, static_cast<std::uint32_t>(16 - bits));
    // In 1/65,536 of a step: the rounding to multiples of the coordinate and the corner, of the product and its factor,
    // and the error of doubles and kOffsetHalf.
    const double off = std::ceil(1.5 * 0x1p16 / axis.multiples) + std::ldexp(3.0, 16 - bits) + 1.0;
    m_off = std::max(m_off, static_cast<std::uint16_t>(off));
  }

  void setCorner(Axis& axis) const {
    if (axis.multiples == 0.0) {  // A quarter of a step, for any value.
      fill(axis.corner, 0x80000000u);
      fill(axis.factor, 0x8000u);
      return;
    }
    const double added = (0.5 + m_off * 0x1p-16) * axis.multiples;
    const double corner = std::floor(std::ldexp(axis.lowest, axis.exponent) - added);
    fill(axis.corner, static_cast<std::uint32_t>(static_cast<std::int64_t>(corner)));
  }

  /// Codes in the upper half of each lane, fractions in the lower.
  static HWY_INLINE hn::Vec<WholeTag> fixedCodes(const Axis& axis, const float* HWY_RESTRICT values) {
    const WholeTag d;
    const hn::Repartition<std::uint64_t, LaneTag> d64;
    const auto scaled = hn::Mul(hn::Load(LaneTag(), values), hn::Load(LaneTag(), axis.scale));
    const auto whole = hn::Sub(hn::Vec<WholeTag>{_mm256_cvtps_epi32(scaled.raw)}, hn::Load(d, axis.corner));
    const auto factor = hn::Load(d, axis.factor);
    const auto even = hn::MulEven(whole, factor);
    const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, whole))), factor);
    const auto upper = hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
    return hn::Shl(upper, hn::Load(d, axis.shift));
  }
  static HWY_INLINE hn::Vec<HalvesTag> lowerUp(hn::Vec<HalvesTag> a) {
    return hn::BitCast(HalvesTag(), hn::ShiftLeft<16>(hn::BitCast(WholeTag(), a)));
  }
  static HWY_INLINE hn::Vec<HalvesTag> upperDown(hn::Vec<HalvesTag> a) {
    return hn::BitCast(HalvesTag(), hn::ShiftRight<16>(hn::BitCast(WholeTag(), a)));
  }
  /// Codes minus the middle one. The half of any code is a number.
  HWY_INLINE hn::Vec<HalvesTag> numbersOf(hn::Vec<HalvesTag> codes) const {
    const HalvesTag d;
    return hn::Sub(hn::Min(codes, hn::Load(d, m_last)), hn::Load(d, m_middle));
  }

  /// In doubles. Rounds towards 0, i.e. down within the range.
  static HWY_INLINE __m128i fourCodes(const Axis& axis, const float* HWY_RESTRICT values) {
    const hn::CappedTag<double, 4> d;
    const auto at = hn::PromoteTo(d, hn::Load(hn::CappedTag<float, 4>(), values));
    const auto share = hn::Mul(hn::Sub(at, hn::Set(d, axis.lowest)), hn::Set(d, axis.steps));
    return _mm256_cvttpd_epi32(hn::Add(share, hn::Set(d, vat::kOffsetHalf)).raw);
  }
  /// In the lower half of each lane.
  static HWY_INLINE hn::Vec<HalvesTag> exactCodes(const Axis& axis, const float* HWY_RESTRICT values) {
    const CodeTag d;
    const __m256i lower = _mm256_castsi128_si256(fourCodes(axis, values));
    const hn::Vec<CodeTag> codes{_mm256_inserti128_si256(lower, fourCodes(axis, values + 4), 1)};
    const auto within =
        hn::Min(hn::Max(codes, hn::Zero(d)), hn::Set(d, static_cast<std::int32_t>(vat::kHalfCodes) - 1));
    return hn::BitCast(HalvesTag(), within);
  }
  HWY_NOINLINE OffsetPlace exactPlace(const float (*position)[animation::kFrameLanes]) const {
    const auto x = exactCodes(m_axes[0], position[0]);
    const auto y = exactCodes(m_axes[1], position[1]);
    return {halvesOf(numbersOf(hn::OddEven(lowerUp(y), x)), hn::Set(HalvesTag(), kFirstHalf)),
            numbersOf(exactCodes(m_axes[2], position[2]))};
  }

  Axis m_axes[3];
  alignas(32) Halves m_doubt = {};  ///< Fractions below this are computed in doubles.
  alignas(32) Halves m_last = {};   ///< The highest code.
  alignas(32) Halves m_middle = {};
  alignas(32) Halves m_firstHalf = {};
  std::uint16_t m_off = 0;
  bool m_isFixed = true;
};

/// Unit of the codes of normals minus the middle one: they are in the upper half of an integer.
constexpr float kCodeUnit = 65536.0f;

/// Texels of frames 0, 1, 4 and 5, and of the others.
struct OffsetTexels {
  hn::Vec<hn::Repartition<std::uint64_t, LaneTag>> lower;
  hn::Vec<hn::Repartition<std::uint64_t, LaneTag>> upper;
};
HWY_INLINE OffsetTexels offsetTexels(const OffsetPlace& place, F8 normal) {
  const HalvesTag d;
  const hn::Repartition<std::uint32_t, LaneTag> d32;
  const hn::Repartition<std::uint64_t, LaneTag> d64;
  const hn::Vec<CodeTag> number{_mm256_cvtps_epi32(normal.part[0].raw)};
  const auto xy = hn::BitCast(d32, place.xy);
  const auto zw = hn::BitCast(d32, halvesOf(hn::OddEven(hn::BitCast(d, number), place.z), hn::Set(d, kFirstHalf)));
  return {hn::BitCast(d64, hn::InterleaveLower(d32, xy, zw)), hn::BitCast(d64, hn::InterleaveUpper(d32, xy, zw))};
}

HWY_INLINE void storeOffset(const OffsetPlace& place, F8 normal, const FrameRows& rows, std::size_t offset) {
  const OffsetTexels texels = offsetTexels(place, normal);
  alignas(32) std::uint64_t lower[4];
  alignas(32) std::uint64_t upper[4];
  const hn::Repartition<std::uint64_t, LaneTag> d;
  hn::Store(texels.lower, d, lower);
  hn::Store(texels.upper, d, upper);
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
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

/// The halves of codes minus kMiddleCode: halfOfCode() of encoding.h.
HWY_INLINE H8 halvesOfCodes(F8 codes) {
  const LaneTag d;
  const hn::RebindToSigned<LaneTag> di;
  I8 bits;
  for (std::size_t i = 0; i < kParts; ++i) {
    // 1.5·2²³ is added: the lower bits are then the integer.
    const auto number =
        hn::Sub(hn::BitCast(di, hn::Add(codes.part[i], hn::Set(d, 12582912.0f))), hn::Set(di, 0x4b400000));
    const auto negative = hn::ShiftRight<31>(number);  // All bits.
    bits.part[i] =
        hn::Or(hn::Add(hn::Xor(number, negative), hn::Set(di, 0x0400)), hn::And(negative, hn::Set(di, 0x8000)));
  }
  return narrowed(bits);
}

/// Codes of coordinates in a range, minus kMiddleCode. In doubles: floats have too few digits for the nearest of 61,440
/// steps.
template <class DF>
HWY_INLINE hn::Vec<DF> someOffsetCodes(DF df, const float* HWY_RESTRICT values, double lowest, double steps) {
  const hn::Rebind<double, DF> d;
  const auto share = hn::Mul(hn::Sub(hn::PromoteTo(d, hn::LoadU(df, values)), hn::Set(d, lowest)), hn::Set(d, steps));
  const auto whole = hn::Floor(hn::Add(share, hn::Set(d, vat::kOffsetHalf)));
  const auto code = hn::Min(hn::Max(whole, hn::Zero(d)), hn::Set(d, vat::kOffsetSteps));
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

/// A position in texels of eight frames.
struct OffsetPlace {
  H8 halves[3];
};

/// Finds codes of positions in a range.
class OffsetCoder {
 public:
  HWY_INLINE explicit OffsetCoder(const glm::vec4* constants) {
    for (int i = 0; i < 3; ++i) {
      m_lowest[i] = static_cast<double>(constants[0][i]);
      m_steps[i] = vat::offsetSteps(constants[1][i]);
    }
  }
  HWY_INLINE OffsetPlace place(const float (*position)[animation::kFrameLanes]) const {
    OffsetPlace place;
    for (std::size_t i = 0; i < 3; ++i) {
      place.halves[i] = halvesOfCodes(offsetCodes(position[i], m_lowest[i], m_steps[i]));
    }
    return place;
  }

 private:
  double m_lowest[3];
  double m_steps[3];
};

constexpr float kCodeUnit = 1.0f;

/// `normal`: codes minus kMiddleCode.
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

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#endif  // include guard
