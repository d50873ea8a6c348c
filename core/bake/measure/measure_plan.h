#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/bake/measure/measure_times.h"
#include "core/vat/baked_animation.h"
#include "core/vat/frame_table.h"

namespace texeleton::bake {

/// A time between two frames of a tile.
struct BetweenSample {
  TimeBetween time;
  std::uint32_t interval = 0;
  double share = 0.0;       ///< Weight of the following stored frame.
  std::uint8_t before = 0;  ///< The frames around, as numbers in TilePlan::frames.
  std::uint8_t after = 0;
};

/// A part of a clip that is measured together.
struct TilePlan {
  std::size_t clip = 0;
  std::vector<std::uint32_t> frames;  ///< Frames of the clip.
  std::vector<std::uint32_t> summed;  ///< The frames that count in the root mean square.
  std::vector<BetweenSample> between;
  std::optional<double> loopEnd;  ///< Measures the clip's loop gap too, to this time (see loopEndSeconds).

  std::size_t size() const { return frames.size() + between.size(); }
};

/// Divides a clip into tiles: its frames, and the times of `between` between them. Frames that are not stored count as
/// times between stored ones.
class TilePlanner {
 public:
  /// Appends to `plans`, which must outlive it.
  TilePlanner(std::size_t clip, const vat::BakedAnimation& baked, std::vector<TilePlan>& plans)
      : m_clip(clip), m_animation(baked), m_baked(baked.clips[clip]), m_plans(plans) {}

  /// The whole clip, at its frames and at MeasureTimes::between(), and its loop gap.
  void planAll(const MeasureTimes& times, double loopEnd);
  /// Some of its intervals, at MeasureTimes::sixteenths().
  void planSixteenths(const MeasureTimes& times, std::span<const std::uint32_t> intervals);

 private:
  vat::FrameEntry stepsAt(std::uint32_t frame) const {
    return vat::storedEntry(m_animation, m_baked.frameBegin + frame);
  }
  /// `begin`, `begin` + `steps`: the stored frames around.
  void add(std::uint32_t begin, std::uint32_t steps, const std::vector<BetweenSample>& samples, bool sums);
  /// A frame counts with the interval before it; the first frame of a clip counts at the start.
  bool isNew(std::uint32_t frame) const { return frame < m_baked.frameCount; }
  std::uint8_t numberOf(std::uint32_t frame, bool sums);
  void close();

  std::size_t m_clip;
  const vat::BakedAnimation& m_animation;
  const vat::BakedClip& m_baked;
  std::vector<TilePlan>& m_plans;
  TilePlan m_plan;
};

}  // namespace texeleton::bake
