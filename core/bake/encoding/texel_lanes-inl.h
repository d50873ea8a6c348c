// Converts eight frames of one channel to and from halves, and to texels of eight frames; included once per target.
#if defined(TEXELETON_TEXEL_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_TEXEL_LANES_INL_H_
#undef TEXELETON_TEXEL_LANES_INL_H_
#else
#define TEXELETON_TEXEL_LANES_INL_H_
#endif

#include <cstring>

#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/skin_kernels.h"
#include "core/vat/texel_buffer.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

constexpr std::size_t kHalfTexel = 8;
constexpr std::size_t kFloatTexel = 16;

/// Eight whole numbers, one for each frame.
struct I8 {
  hn::Vec<hn::RebindToSigned<LaneTag>> part[kParts];
};

#if HWY_TARGET == HWY_SCALAR

/// Eight halves, one for each frame.
struct H8 {
  std::uint16_t frame[animation::kFrameLanes];
};

HWY_INLINE H8 toHalf(F8 a) {
  H8 r;
  for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
    r.frame[i] = vat::floatToHalf(a.part[i].raw);
  }
  return r;
}
HWY_INLINE F8 fromHalf(H8 a) {
  F8 r;
  for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
    r.part[i].raw = vat::halfToFloat(a.frame[i]);
  }
  return r;
}
/// Numbers 0 … 65,535.
HWY_INLINE H8 narrowed(I8 a) {
  H8 r;
  for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
    r.frame[i] = static_cast<std::uint16_t>(a.part[i].raw);
  }
  return r;
}
HWY_INLINE H8 halfOne() { return {{0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00}}; }

template <std::size_t kChannels>
HWY_INLINE void storeChannels(const H8* channels, const FrameRows& rows, std::size_t offset) {
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    std::uint16_t texels[kChannels];
    for (std::size_t c = 0; c < kChannels; ++c) {
      texels[c] = channels[c].frame[f];
    }
    std::memcpy(rows.row[f] + offset, texels, sizeof(texels));
  }
}
/// One texel: four channels.
HWY_INLINE void storeTexel(const H8* c, const FrameRows& rows, std::size_t offset) {
  storeChannels<4>(c, rows, offset);
}
/// Two texels: eight channels.
HWY_INLINE void storeTwoTexels(const H8* c, const FrameRows& rows, std::size_t offset) {
  storeChannels<8>(c, rows, offset);
}
/// Four texels: eight channels of `a`, then eight of `b`.
HWY_INLINE void storeFourTexels(const H8* a, const H8* b, const FrameRows& rows, std::size_t offset) {
  storeChannels<8>(a, rows, offset);
  storeChannels<8>(b, rows, offset + 2 * kHalfTexel);
}
template <std::size_t kChannels>
HWY_INLINE void loadChannels(const FrameRows& rows, std::size_t offset, H8* c) {
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    std::uint16_t texels[kChannels];
    std::memcpy(texels, rows.row[f] + offset, sizeof(texels));
    for (std::size_t k = 0; k < kChannels; ++k) {
      c[k].frame[f] = texels[k];
    }
  }
}
/// Four channels of one texel.
HWY_INLINE void loadTexel(const FrameRows& rows, std::size_t offset, H8* c) { loadChannels<4>(rows, offset, c); }
/// Eight channels of two texels.
HWY_INLINE void loadTwoTexels(const FrameRows& rows, std::size_t offset, H8* c) { loadChannels<8>(rows, offset, c); }
HWY_INLINE void storeTexel(const F8* c, const FrameRows& rows, std::size_t offset) {
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    const float texel[4] = {c[0].part[f].raw, c[1].part[f].raw, c[2].part[f].raw, c[3].part[f].raw};
    std::memcpy(rows.row[f] + offset, texel, sizeof(texel));
  }
}

#else

using HalfTag = hn::CappedTag<std::uint16_t, animation::kFrameLanes>;

/// Eight halves, one for each frame.
using H8 = hn::Vec<HalfTag>;

#if HWY_TARGET <= HWY_AVX2  // Has F16C, which rounds to nearest even.

HWY_INLINE H8 toHalf(F8 a) {
  return hn::BitCast(HalfTag(), hn::DemoteTo(hn::Rebind<hwy::float16_t, LaneTag>(), a.part[0]));
}
HWY_INLINE F8 fromHalf(H8 a) {
  return {{hn::PromoteTo(LaneTag(), hn::BitCast(hn::Rebind<hwy::float16_t, LaneTag>(), a))}};
}
/// Numbers 0 … 65,535.
HWY_INLINE H8 narrowed(I8 a) { return hn::DemoteTo(HalfTag(), a.part[0]); }

#else

using BitsTag = hn::RebindToUnsigned<LaneTag>;

/// The bits of four halves, in 32-bit lanes: round to nearest even, as floatToHalf does.
HWY_INLINE hn::Vec<BitsTag> halfBits(LaneVector a) {
  const BitsTag d;
  const auto bits = hn::BitCast(d, a);
  const auto sign = hn::And(hn::ShiftRight<16>(bits), hn::Set(d, 0x8000u));
  const auto magnitude = hn::And(bits, hn::Set(d, 0x7fffffffu));
  const auto odd = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(d, 1u));
  const auto normal = hn::ShiftRight<13>(hn::Add(hn::Sub(magnitude, hn::Set(d, 0x38000000u - 0xfffu)), odd));
  const auto shifted = hn::Add(hn::BitCast(LaneTag(), magnitude), hn::Set(LaneTag(), 0.5f));
  const auto subnormal = hn::Sub(hn::BitCast(d, shifted), hn::Set(d, 0x3f000000u));
  const hn::RebindToSigned<BitsTag> di;
  const auto signedMagnitude = hn::BitCast(di, magnitude);
  const auto isSmall =
      hn::MaskFromVec(hn::BitCast(d, hn::VecFromMask(di, hn::Lt(signedMagnitude, hn::Set(di, 0x38800000)))));
  const auto isLarge =
      hn::MaskFromVec(hn::BitCast(d, hn::VecFromMask(di, hn::Gt(signedMagnitude, hn::Set(di, 0x477fefff)))));
  const auto half = hn::IfThenElse(isSmall, subnormal, normal);
  return hn::Or(sign, hn::IfThenElse(isLarge, hn::Set(d, 0x7c00u), half));
}
HWY_INLINE H8 toHalf(F8 a) {
  const hn::RebindToSigned<BitsTag> di;
  const hn::Half<HalfTag> dh;
  const auto lower = hn::DemoteTo(dh, hn::BitCast(di, halfBits(a.part[0])));
  const auto upper = hn::DemoteTo(dh, hn::BitCast(di, halfBits(a.part[1])));
  return hn::Combine(HalfTag(), upper, lower);
}
/// Numbers 0 … 65,535.
HWY_INLINE H8 narrowed(I8 a) {
  const hn::Half<HalfTag> dh;
  return hn::Combine(HalfTag(), hn::DemoteTo(dh, a.part[1]), hn::DemoteTo(dh, a.part[0]));
}
/// Finite halves only.
HWY_INLINE F8 fromHalf(H8 a) {
  const BitsTag d;
  const hn::Half<HalfTag> dh;
  const auto wide = [d](auto halves) HWY_ATTR {
    const auto bits = hn::PromoteTo(d, halves);
    const auto magnitude = hn::ShiftLeft<13>(hn::And(bits, hn::Set(d, 0x7fffu)));
    const auto value = hn::Mul(hn::BitCast(LaneTag(), magnitude), hn::Set(LaneTag(), 0x1p112f));
    const auto sign = hn::ShiftLeft<16>(hn::And(bits, hn::Set(d, 0x8000u)));
    return hn::BitCast(LaneTag(), hn::Or(hn::BitCast(d, value), sign));
  };
  return {{wide(hn::LowerHalf(dh, a)), wide(hn::UpperHalf(dh, a))}};
}

#endif

HWY_INLINE H8 halfOne() { return hn::Set(HalfTag(), 0x3c00); }

/// Transposes eight channels of eight frames to eight frames of eight channels, separately in each 128-bit block.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void turn(D d, const V* c, V* frames) {
  const hn::Repartition<std::uint32_t, D> d32;
  const hn::Repartition<std::uint64_t, D> d64;
  V pairs[8];
  for (std::size_t i = 0; i < 4; ++i) {
    pairs[i] = hn::InterleaveLower(d, c[2 * i], c[2 * i + 1]);      // frames 0 … 3
    pairs[4 + i] = hn::InterleaveUpper(d, c[2 * i], c[2 * i + 1]);  // frames 4 … 7
  }
  for (std::size_t upper = 0; upper < 2; ++upper) {
    const auto a = hn::BitCast(d32, pairs[4 * upper]);
    const auto b = hn::BitCast(d32, pairs[4 * upper + 1]);
    const auto e = hn::BitCast(d32, pairs[4 * upper + 2]);
    const auto f = hn::BitCast(d32, pairs[4 * upper + 3]);
    const auto first = hn::BitCast(d64, hn::InterleaveLower(d32, a, b));  // channels 0 … 3 of two frames
    const auto second = hn::BitCast(d64, hn::InterleaveUpper(d32, a, b));
    const auto third = hn::BitCast(d64, hn::InterleaveLower(d32, e, f));  // channels 4 … 7
    const auto fourth = hn::BitCast(d64, hn::InterleaveUpper(d32, e, f));
    frames[4 * upper] = hn::BitCast(d, hn::InterleaveLower(d64, first, third));
    frames[4 * upper + 1] = hn::BitCast(d, hn::InterleaveUpper(d64, first, third));
    frames[4 * upper + 2] = hn::BitCast(d, hn::InterleaveLower(d64, second, fourth));
    frames[4 * upper + 3] = hn::BitCast(d, hn::InterleaveUpper(d64, second, fourth));
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void storeFrames(D d, const V* frames, const FrameRows& rows, std::size_t offset) {
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    hn::StoreU(frames[f], d, reinterpret_cast<std::uint16_t*>(rows.row[f] + offset));
  }
}

/// One texel: four channels.
HWY_INLINE void storeTexel(const H8* c, const FrameRows& rows, std::size_t offset) {
  const H8 channels[8] = {c[0], c[1], c[2], c[3], c[0], c[1], c[2], c[3]};
  H8 frames[8];
  turn(HalfTag(), channels, frames);
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    const hn::Half<HalfTag> dh;
    hn::StoreU(hn::LowerHalf(dh, frames[f]), dh, reinterpret_cast<std::uint16_t*>(rows.row[f] + offset));
  }
}

/// Two texels: eight channels.
HWY_INLINE void storeTwoTexels(const H8* c, const FrameRows& rows, std::size_t offset) {
  H8 frames[8];
  turn(HalfTag(), c, frames);
  storeFrames(HalfTag(), frames, rows, offset);
}

/// Four texels: eight channels of `a`, then eight of `b`.
HWY_INLINE void storeFourTexels(const H8* a, const H8* b, const FrameRows& rows, std::size_t offset) {
#if HWY_MAX_BYTES >= 32
  using WideTag = hn::CappedTag<std::uint16_t, 2 * animation::kFrameLanes>;
  hn::Vec<WideTag> channels[8];
  hn::Vec<WideTag> frames[8];
  for (std::size_t i = 0; i < 8; ++i) {
    channels[i] = hn::Combine(WideTag(), b[i], a[i]);
  }
  turn(WideTag(), channels, frames);
  storeFrames(WideTag(), frames, rows, offset);
#else
  storeTwoTexels(a, rows, offset);
  storeTwoTexels(b, rows, offset + 2 * kHalfTexel);
#endif
}

/// Four channels of one texel.
HWY_INLINE void loadTexel(const FrameRows& rows, std::size_t offset, H8* c) {
  const hn::Half<HalfTag> dh;
  H8 frames[8];
  H8 channels[8];
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    frames[f] =
        hn::ZeroExtendVector(HalfTag(), hn::LoadU(dh, reinterpret_cast<const std::uint16_t*>(rows.row[f] + offset)));
  }
  turn(HalfTag(), frames, channels);
  for (std::size_t k = 0; k < 4; ++k) {
    c[k] = channels[k];
  }
}

/// Eight channels of two texels.
HWY_INLINE void loadTwoTexels(const FrameRows& rows, std::size_t offset, H8* c) {
  H8 frames[8];
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    frames[f] = hn::LoadU(HalfTag(), reinterpret_cast<const std::uint16_t*>(rows.row[f] + offset));
  }
  turn(HalfTag(), frames, c);
}

/// One texel of floats: four channels.
HWY_INLINE void storeTexel(const F8* c, const FrameRows& rows, std::size_t offset) {
  const LaneTag d;
  const hn::Repartition<double, LaneTag> d64;
  for (std::size_t p = 0; p < kParts; ++p) {
    const auto xy = hn::InterleaveLower(d, c[0].part[p], c[1].part[p]);
    const auto zw = hn::InterleaveLower(d, c[2].part[p], c[3].part[p]);
    const auto upperXy = hn::InterleaveUpper(d, c[0].part[p], c[1].part[p]);
    const auto upperZw = hn::InterleaveUpper(d, c[2].part[p], c[3].part[p]);
    const LaneVector frames[4] = {
        hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, xy), hn::BitCast(d64, zw))),
        hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, xy), hn::BitCast(d64, zw))),
        hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, upperXy), hn::BitCast(d64, upperZw))),
        hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, upperXy), hn::BitCast(d64, upperZw)))};
    for (std::size_t i = 0; i < 4; ++i) {
      std::byte* const* const row = rows.row + p * kPartLanes + i;
#if HWY_MAX_BYTES >= 32
      const hn::Half<LaneTag> dh;
      hn::StoreU(hn::LowerHalf(dh, frames[i]), dh, reinterpret_cast<float*>(row[0] + offset));
      hn::StoreU(hn::UpperHalf(dh, frames[i]), dh, reinterpret_cast<float*>(row[4] + offset));
#else
      hn::StoreU(frames[i], d, reinterpret_cast<float*>(row[0] + offset));
#endif
    }
  }
}

#endif  // HWY_SCALAR

/// Channels of one or two texels in eight frames as floats.
HWY_INLINE void loadTexels(const FrameRows& rows, std::size_t texel, std::size_t texels, vat::PixelFormat format,
                           F8* c) {
  if (format == vat::PixelFormat::Rgba16F) {
    H8 halves[8];
    if (texels == 2) {
      loadTwoTexels(rows, texel * kHalfTexel, halves);
    } else {
      loadTexel(rows, texel * kHalfTexel, halves);
    }
    for (std::size_t k = 0; k < 4 * texels; ++k) {
      c[k] = fromHalf(halves[k]);
    }
    return;
  }
  alignas(32) float values[8][animation::kFrameLanes];
  for (std::size_t f = 0; f < animation::kFrameLanes; ++f) {
    for (std::size_t k = 0; k < 4 * texels; ++k) {
      std::memcpy(&values[k][f], rows.row[f] + texel * kFloatTexel + k * sizeof(float), sizeof(float));
    }
  }
  for (std::size_t k = 0; k < 4 * texels; ++k) {
    c[k] = load(values[k]);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#endif  // include guard
