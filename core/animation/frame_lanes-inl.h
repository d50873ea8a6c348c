// Eight floats, one for each frame, on any vector target; included once per target. Only IEEE operations that round
// alike everywhere (+ − × ÷ √), never fused.
#if defined(TEXELETON_FRAME_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_FRAME_LANES_INL_H_
#undef TEXELETON_FRAME_LANES_INL_H_
#else
#define TEXELETON_FRAME_LANES_INL_H_
#endif

#include <bit>
#include <cstdint>

#include "core/animation/frame_block.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::animation {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using LaneTag = hn::CappedTag<float, kFrameLanes>;
using LaneVector = hn::Vec<LaneTag>;
constexpr std::size_t kPartLanes = hn::MaxLanes(LaneTag());
constexpr std::size_t kParts = kFrameLanes / kPartLanes;
static_assert(kParts * kPartLanes == kFrameLanes);

/// Eight floats, one for each frame.
struct F8 {
  LaneVector part[kParts];
};

#define TEXELETON_EACH_PART for (std::size_t i = 0; i < kParts; ++i)

HWY_INLINE F8 load(const float* HWY_RESTRICT from) {  // 32-byte aligned
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Load(LaneTag(), from + i * kPartLanes); }
  return r;
}
HWY_INLINE F8 loadUnaligned(const float* HWY_RESTRICT from) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::LoadU(LaneTag(), from + i * kPartLanes); }
  return r;
}
HWY_INLINE void store(F8 a, float* HWY_RESTRICT to) {  // 32-byte aligned
  TEXELETON_EACH_PART { hn::Store(a.part[i], LaneTag(), to + i * kPartLanes); }
}
HWY_INLINE F8 splat(float value) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Set(LaneTag(), value); }
  return r;
}
HWY_INLINE F8 operator+(F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Add(a.part[i], b.part[i]); }
  return r;
}
HWY_INLINE F8 operator-(F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Sub(a.part[i], b.part[i]); }
  return r;
}
HWY_INLINE F8 operator*(F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Mul(a.part[i], b.part[i]); }
  return r;
}
HWY_INLINE F8 operator/(F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Div(a.part[i], b.part[i]); }
  return r;
}
/// 1/√a for numbers of magnitude 1e-30 … 1e30, off by at most 2 units in the last place. Newton's iteration from a
/// guess in integers (Lomont, Fast Inverse Square Root, 2003): nearly as exact as a root and a division in a third of
/// the time and, unlike the estimates of CPUs, the same on all of them.
template <std::size_t kCount>
HWY_INLINE void reciprocalRoots(const F8* a, F8* y) {
  const LaneTag d;
  const hn::RebindToUnsigned<LaneTag> du;
  F8 half[kCount];
  for (std::size_t k = 0; k < kCount; ++k) {
    TEXELETON_EACH_PART {
      const auto bits = hn::Sub(hn::Set(du, 0x5f375a86u), hn::ShiftRight<1>(hn::BitCast(du, a[k].part[i])));
      y[k].part[i] = hn::BitCast(d, bits);
    }
    half[k] = a[k] * splat(0.5f);
  }
  for (int step = 0; step < 3; ++step) {
    F8 correction[kCount];
    for (std::size_t k = 0; k < kCount; ++k) {
      correction[k] = half[k] * y[k];
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      correction[k] = correction[k] * y[k];
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      correction[k] = splat(1.5f) - correction[k];
    }
    for (std::size_t k = 0; k < kCount; ++k) {
      y[k] = y[k] * correction[k];
    }
  }
}
HWY_INLINE F8 smaller(F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Min(a.part[i], b.part[i]); }
  return r;
}
HWY_INLINE F8 larger(F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Max(a.part[i], b.part[i]); }
  return r;
}
HWY_INLINE F8 rootOf(F8 a) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Sqrt(a.part[i]); }
  return r;
}
HWY_INLINE F8 magnitudeOf(F8 a) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::Abs(a.part[i]); }
  return r;
}
/// a ≥ 0 with the sign bit of s.
HWY_INLINE F8 withSignOf(F8 a, F8 s) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::CopySignToAbs(a.part[i], s.part[i]); }
  return r;
}
/// a where x < limit, else b.
HWY_INLINE F8 whereLess(F8 x, F8 limit, F8 a, F8 b) {
  F8 r;
  TEXELETON_EACH_PART { r.part[i] = hn::IfThenElse(hn::Lt(x.part[i], limit.part[i]), a.part[i], b.part[i]); }
  return r;
}
/// Whether x < limit in any frame.
HWY_INLINE bool anyLess(F8 x, F8 limit) {
  bool any = false;
  TEXELETON_EACH_PART { any = any || !hn::AllFalse(LaneTag(), hn::Lt(x.part[i], limit.part[i])); }
  return any;
}
HWY_INLINE bool allPositive(F8 x) {
  const LaneTag d;
  bool all = true;
  TEXELETON_EACH_PART { all = all && hn::AllTrue(d, hn::Gt(x.part[i], hn::Zero(d))); }
  return all;
}
/// The sign of x as ±1; 0 where x is 0.
HWY_INLINE F8 signOf(F8 x) {
  const LaneTag d;
  F8 r;
  TEXELETON_EACH_PART {
    r.part[i] = hn::IfThenElseZero(hn::Ne(x.part[i], hn::Zero(d)), hn::CopySign(hn::Set(d, 1.0f), x.part[i]));
  }
  return r;
}

/// Tracks the largest magnitude; infinities and NaN exceed all others.
struct Magnitude {
  using Tag = hn::RebindToSigned<LaneTag>;
  hn::Vec<Tag> part[kParts];
};
HWY_INLINE Magnitude zeroMagnitude() {
  Magnitude r;
  TEXELETON_EACH_PART { r.part[i] = hn::Zero(Magnitude::Tag()); }
  return r;
}
HWY_INLINE void note(Magnitude& magnitude, F8 a) {
  const Magnitude::Tag d;
  TEXELETON_EACH_PART { magnitude.part[i] = hn::Max(magnitude.part[i], hn::BitCast(d, hn::Abs(a.part[i]))); }
}
/// The largest magnitude noted.
HWY_INLINE float largestOf(const Magnitude& magnitude) {
  alignas(32) std::int32_t bits[kFrameLanes];
  TEXELETON_EACH_PART { hn::Store(magnitude.part[i], Magnitude::Tag(), bits + i * kPartLanes); }
  std::int32_t largest = bits[0];
  for (std::size_t i = 1; i < kFrameLanes; ++i) {
    largest = bits[i] > largest ? bits[i] : largest;
  }
  return std::bit_cast<float>(largest);
}

HWY_INLINE float smallestLane(F8 a) {
  for (std::size_t i = 1; i < kParts; ++i) {
    a.part[0] = hn::Min(a.part[0], a.part[i]);
  }
  return hn::GetLane(hn::MinOfLanes(LaneTag(), a.part[0]));
}
HWY_INLINE float largestLane(F8 a) {
  for (std::size_t i = 1; i < kParts; ++i) {
    a.part[0] = hn::Max(a.part[0], a.part[i]);
  }
  return hn::GetLane(hn::MaxOfLanes(LaneTag(), a.part[0]));
}

#undef TEXELETON_EACH_PART

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::animation
HWY_AFTER_NAMESPACE();

#endif  // include guard
