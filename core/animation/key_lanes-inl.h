// The keys around eight frames and their values; included once per vector target.
#if defined(TEXELETON_KEY_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELETON_KEY_LANES_INL_H_
#undef TEXELETON_KEY_LANES_INL_H_
#else
#define TEXELETON_KEY_LANES_INL_H_
#endif

#include "core/animation/clip_sampler.h"
#include "core/animation/frame_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::animation {
namespace HWY_NAMESPACE {

using Place = ClipSampler::Place;

using TimeTag = hn::CappedTag<double, kFrameLanes / 2>;
constexpr std::size_t kTimeLanes = hn::MaxLanes(TimeTag());
constexpr std::size_t kTimeParts = kFrameLanes / kTimeLanes;

/// Eight ascending times.
struct Times {
  double first, last;
  hn::Vec<TimeTag> part[kTimeParts];

  HWY_INLINE explicit Times(const double* seconds) : first(seconds[0]), last(seconds[kFrameLanes - 1]) {
    for (std::size_t p = 0; p < kTimeParts; ++p) {
      part[p] = hn::LoadU(TimeTag(), seconds + p * kTimeLanes);
    }
  }
};

/// The last key at or before `seconds`, but never the timeline's last; the first key if there is none.
HWY_INLINE std::uint32_t searchKey(const double* HWY_RESTRICT times, std::uint32_t last, double seconds) {
  std::uint32_t key = 0;
  for (std::uint32_t end = last + 1; key + 1 < end;) {
    const std::uint32_t middle = key + (end - key) / 2;
    (times[middle] <= seconds ? key : end) = middle;
  }
  return key;
}

/// Finds the keys between which eight ascending times lie.
HWY_INLINE void findPlace(const Times& now, const SampledTimeline& timeline, Place& at) {
  const TimeTag d;
  const hn::RebindToUnsigned<TimeTag> du;
  const double* HWY_RESTRICT times = timeline.times;
  const std::uint32_t last = timeline.count - 2;
  // Blocks are mostly consecutive: start at the last key of the previous block, or the key after it.
  std::uint32_t key = at.key[kFrameLanes - 1] < last ? at.key[kFrameLanes - 1] : last;
  const std::uint32_t ahead = key + 2 * kFrameLanes < last ? key + 2 * kFrameLanes : last;
  if (times[key] > now.first || times[ahead] <= now.first) {
    key = searchKey(times, last, now.first);
  } else {
    key += static_cast<std::uint32_t>(key < last) & static_cast<std::uint32_t>(times[key + 1] <= now.first);
  }
  hn::Vec<decltype(du)> passed[kTimeParts];  // The number of keys from `key` to each frame's.
  for (std::size_t p = 0; p < kTimeParts; ++p) {
    passed[p] = hn::Zero(du);
  }
  const auto pass = [&](std::uint32_t next) HWY_ATTR {
    const auto begins = hn::Set(d, times[next]);
    for (std::size_t p = 0; p < kTimeParts; ++p) {
      passed[p] = hn::Sub(passed[p], hn::BitCast(du, hn::VecFromMask(d, hn::Le(begins, now.part[p]))));
    }
  };
  std::uint32_t next = key + 1;
  if (key + kFrameLanes <= last) {  // The usual case, at most one key per frame: no branches.
    for (std::uint32_t i = 0; i < kFrameLanes; ++i) {
      pass(next + i);
    }
    next += kFrameLanes;
  }
  for (; next <= last && times[next] <= now.last; ++next) {
    pass(next);
  }
  const hn::Rebind<float, TimeTag> df;
  const hn::Rebind<std::uint32_t, TimeTag> d32;
  const hn::RebindToSigned<TimeTag> di;
  for (std::size_t p = 0; p < kTimeParts; ++p) {
    const auto keys = hn::Add(passed[p], hn::Set(du, key));
    const auto start = hn::GatherIndex(d, times, hn::BitCast(di, keys));
    const auto end = hn::GatherIndex(d, times + 1, hn::BitCast(di, keys));
    const auto since = hn::DemoteTo(df, hn::Sub(now.part[p], start));
    const auto length = hn::DemoteTo(df, hn::Sub(end, start));
    const auto fraction = hn::Min(hn::Max(hn::Div(since, length), hn::Zero(df)), hn::Set(df, 1.0f));
    hn::StoreU(fraction, df, at.fraction + p * kTimeLanes);
    hn::StoreU(hn::TruncateTo(d32, keys), d32, at.key + p * kTimeLanes);
  }
}

/// out[c] in frame i = from[at.key[i] · keyFloats + c], c = 0 … 3.
HWY_INLINE void readFour(const float* HWY_RESTRICT from, std::size_t keyFloats, const Place& at, F8* out) {
  if (at.key[0] == at.key[kFrameLanes - 1]) {
    from += at.key[0] * keyFloats;
    for (std::size_t c = 0; c < 4; ++c) {
      out[c] = splat(from[c]);
    }
    return;
  }
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < kFrameLanes; ++i) {
    for (std::size_t c = 0; c < 4; ++c) {
      out[c].part[i].raw = from[at.key[i] * keyFloats + c];
    }
  }
#else
  const LaneTag d;
  const hn::Repartition<double, LaneTag> d64;
  const hn::CappedTag<float, 4> d4;
  for (std::size_t p = 0; p < kParts; ++p) {
    LaneVector keys[4];
    for (std::size_t i = 0; i < 4; ++i) {
      const float* const key = from + at.key[p * kPartLanes + i] * keyFloats;
#if HWY_MAX_BYTES >= 32
      keys[i] = hn::Combine(d, hn::LoadU(d4, from + at.key[i + 4] * keyFloats), hn::LoadU(d4, key));
#else
      keys[i] = hn::LoadU(d4, key);
#endif
    }
    const auto xy01 = hn::BitCast(d64, hn::InterleaveLower(d, keys[0], keys[1]));
    const auto xy23 = hn::BitCast(d64, hn::InterleaveLower(d, keys[2], keys[3]));
    const auto zw01 = hn::BitCast(d64, hn::InterleaveUpper(d, keys[0], keys[1]));
    const auto zw23 = hn::BitCast(d64, hn::InterleaveUpper(d, keys[2], keys[3]));
    // xy01 holds x0 x1 y0 y1.
    out[0].part[p] = hn::BitCast(d, hn::InterleaveLower(d64, xy01, xy23));
    out[1].part[p] = hn::BitCast(d, hn::InterleaveUpper(d64, xy01, xy23));
    out[2].part[p] = hn::BitCast(d, hn::InterleaveLower(d64, zw01, zw23));
    out[3].part[p] = hn::BitCast(d, hn::InterleaveUpper(d64, zw01, zw23));
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::animation
HWY_AFTER_NAMESPACE();

#endif
