#include "core/runtime/crowd_ticker_kernel.h"

// Characters fill vectors of any width, so AVX-512 pays off, if Highway inlines everything that counts entries of a
// dispatch table (see texeleton_choose_vector_targets).
#if defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__i386__))
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS 0x1000
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/runtime/crowd_ticker_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::runtime {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using U32 = hn::ScalableTag<std::uint32_t>;
using I32 = hn::RebindToSigned<U32>;
using F32 = hn::RebindToFloat<U32>;
using V = hn::Vec<U32>;
using M = hn::Mask<U32>;

V splat(std::uint32_t value) { return hn::Set(U32(), value); }
V lowHalf(V v) { return hn::And(v, splat(0xffff)); }
V highHalf(V v) { return hn::ShiftRight<16>(v); }

/// The upper 32 bits of each product, composed of halves, since not all targets can widen.
V upperProduct(V a, V b) {
  const V lowest = hn::Mul(lowHalf(a), lowHalf(b));
  const V middle = hn::Add(hn::Mul(highHalf(a), lowHalf(b)), highHalf(lowest));
  const V other = hn::Add(hn::Mul(lowHalf(a), highHalf(b)), lowHalf(middle));
  return hn::Add(hn::Mul(highHalf(a), highHalf(b)), hn::Add(highHalf(middle), highHalf(other)));
}

/// The clock in every lane.
struct Clock {
  explicit Clock(const CrowdClock& clock)
      : ticks(splat(clock.ticks)),
        ticksHigh(splat(clock.ticks >> 16)),
        ticksLow(splat(clock.ticks & 0xffff)),
        rest(splat(clock.rest)) {}
  V ticks, ticksHigh, ticksLow, rest;
};

/// loopPhaseAt()
V loopPhase(V phase, V stepHigh, V stepLow, const Clock& clock) {
  const V whole = hn::Add(hn::Mul(stepHigh, clock.ticks),
                          hn::Add(hn::Mul(stepLow, clock.ticksHigh), highHalf(hn::Mul(stepLow, clock.ticksLow))));
  const V signedHigh = hn::BitCast(U32(), hn::ShiftRight<16>(hn::BitCast(I32(), stepHigh)));
  const V part = hn::Add(hn::Mul(signedHigh, clock.rest), highHalf(hn::Mul(lowHalf(stepHigh), clock.rest)));
  return hn::Add(phase, hn::Add(whole, part));
}

struct Once {
  V phase;
  M atEnd;
};

/// oncePhaseAt()
Once oncePhase(V phase, V stepHigh, V stepLow, const Clock& clock) {
  const V zero = hn::Zero(U32());
  const M backward = hn::RebindMask(U32(), hn::Lt(hn::BitCast(I32(), stepHigh), hn::Zero(I32())));
  const V negatedHigh = hn::Add(hn::Not(stepHigh), hn::IfThenElseZero(hn::Eq(stepLow, zero), splat(1)));
  const V high = hn::IfThenElse(backward, negatedHigh, stepHigh);
  const V low = hn::IfThenElse(backward, lowHalf(hn::Sub(zero, stepLow)), stepLow);

  const V elapsed = hn::Sub(clock.ticks, phase);
  const M waits = hn::RebindMask(U32(), hn::Lt(hn::BitCast(I32(), elapsed), hn::Zero(I32())));
  const V a = hn::Mul(high, elapsed);
  const V b = hn::Add(a, hn::Add(hn::Mul(low, highHalf(elapsed)), highHalf(hn::Mul(low, lowHalf(elapsed)))));
  const V c = hn::Add(b, hn::Add(hn::Mul(highHalf(high), clock.rest), highHalf(hn::Mul(lowHalf(high), clock.rest))));
  const M passed = hn::Or(hn::Ne(upperProduct(high, elapsed), zero), hn::Or(hn::Lt(b, a), hn::Lt(c, b)));
  const M whole = hn::AndNot(waits, passed);
  const V made = hn::IfThenZeroElse(hn::Or(waits, passed), c);

  const M still = hn::Eq(hn::Or(stepHigh, stepLow), zero);
  const M madeNothing = hn::AndNot(whole, hn::Eq(made, zero));
  const M backwardAtEnd = hn::And(backward, madeNothing);
  const M forwardAtEnd = hn::AndNot(backward, whole);
  return {hn::IfThenElse(still, phase, hn::IfThenElse(backward, hn::Sub(zero, made), made)),
          hn::AndNot(still, hn::Or(backwardAtEnd, forwardAtEnd))};
}

/// Looks up the words of clips in registers if there are no more clips than lanes, else gathers them.
class Table {
 public:
  explicit Table(const CrowdClipTable& clips)
      : m_words(clips.words().data()), m_last(splat(static_cast<std::uint32_t>(clips.size() - 1))) {
    HWY_ALIGN std::uint32_t begins[hn::MaxLanes(U32())] = {};
    HWY_ALIGN std::uint32_t shapes[hn::MaxLanes(U32())] = {};
    m_inRegisters = clips.size() <= hn::Lanes(U32());
    for (std::size_t i = 0; m_inRegisters && i < clips.size(); ++i) {
      begins[i] = m_words[2 * i];
      shapes[i] = m_words[2 * i + 1];
    }
    m_begins = hn::Load(U32(), begins);
    m_shapes = hn::Load(U32(), shapes);
  }
  bool inRegisters() const { return m_inRegisters; }

  template <bool kInRegisters>
  void lookUp(V clip, V& begin, V& shape) const {
    const V index = hn::Min(clip, m_last);
    if constexpr (kInRegisters) {
      const auto lanes = hn::IndicesFromVec(U32(), index);
      begin = hn::TableLookupLanes(m_begins, lanes);
      shape = hn::TableLookupLanes(m_shapes, lanes);
    } else {
      const auto offset = hn::BitCast(I32(), hn::Add(index, index));
      begin = hn::GatherIndex(U32(), m_words, offset);
      shape = hn::GatherIndex(U32(), m_words + 1, offset);
    }
  }

 private:
  const std::uint32_t* m_words;
  V m_last;
  V m_begins;
  V m_shapes;
  bool m_inRegisters;
};

template <bool kInRegisters>
std::size_t tickWith(const Table& table, const CrowdInstances& in, const CrowdClock& crowdClock,
                     const CrowdFrames& out) {
  const U32 d;
  const std::size_t lanes = hn::Lanes(d);
  const Clock clock(crowdClock);
  const V one = splat(1);
  const auto unit = hn::Set(F32(), 1.0f / 65536.0f);
  std::size_t i = 0;
  for (; i + lanes <= in.size(); i += lanes) {
    V begin = hn::Undefined(d);
    V shape = hn::Undefined(d);
    table.template lookUp<kInRegisters>(hn::LoadU(d, in.clip.data() + i), begin, shape);
    const V count = lowHalf(shape);
    const V last = hn::Sub(count, one);
    const M loops = hn::Ne(highHalf(shape), hn::Zero(d));

    const V phase = hn::LoadU(d, in.phase.data() + i);
    const V stepHigh = hn::BitCast(d, hn::LoadU(I32(), in.stepHigh.data() + i));
    const V stepLow = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint16_t, U32>(), in.stepLow.data() + i));

    V at = loopPhase(phase, stepHigh, stepLow, clock);
    M atEnd = hn::MaskFromVec(hn::Zero(d));
    if (!hn::AllTrue(d, loops)) {
      const Once once = oncePhase(phase, stepHigh, stepLow, clock);
      at = hn::IfThenElse(loops, at, once.phase);
      atEnd = hn::AndNot(loops, once.atEnd);
    }
    // crowdFrames()
    const V steps = hn::IfThenElse(loops, count, last);
    const V moved = hn::Add(hn::Mul(highHalf(at), steps), highHalf(hn::Mul(lowHalf(at), steps)));
    const V position = hn::IfThenElse(atEnd, hn::ShiftLeft<16>(last), moved);
    const V frame = highHalf(position);
    const V next = hn::IfThenElse(hn::Lt(frame, last), hn::Add(frame, one), hn::IfThenZeroElse(loops, last));
    hn::StoreU(hn::Add(begin, frame), d, out.current.data() + i);
    hn::StoreU(hn::Add(begin, next), d, out.next.data() + i);
    const auto fraction = hn::ConvertTo(F32(), hn::BitCast(I32(), lowHalf(position)));
    hn::StoreU(hn::Mul(fraction, unit), F32(), out.interpolate.data() + i);
  }
  return i;
}

std::size_t tick(const CrowdClipTable& clips, const CrowdInstances& in, const CrowdClock& clock,
                 const CrowdFrames& out) {
  const Table table(clips);
  return table.inRegisters() ? tickWith<true>(table, in, clock, out) : tickWith<false>(table, in, clock, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::runtime
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::runtime {

HWY_EXPORT(tick);

std::size_t tickWholeVectors(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
                             const CrowdFrames& frames) {
  return HWY_DYNAMIC_DISPATCH(tick)(clips, instances, clock, frames);
}

}  // namespace texeleton::runtime
#endif  // HWY_ONCE
