#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// A time between two frames of a clip at which it is measured.
struct TimeBetween {
  double fraction = 0.0;  ///< From the frame before to the frame after it, 0 … 1.
  double seconds = 0.0;   ///< Time in the source clip.
  bool isHalf = false;    ///< Half-way.
  bool isBefore = false;  ///< Just before a jump, at which `fraction` lies.
};

/// The number of intervals between frames: a looping clip has one between its last and its first frame, a clip of one
/// frame that takes time has one between that frame and itself.
std::uint32_t intervalCount(const vat::BakedClip& clip);

/// Seconds of the source clip at a frame of the clip (n + 0.5: half-way to the next).
double secondsAtFrame(const vat::BakedClip& clip, double frame);

/// The times between frames at which a clip is measured: each quarter, the key times of the tracks that move the mesh,
/// just before each key of a step track, and just before the end of a loop. A key of another track is skipped if a
/// frame or such a key is so near that the pose hardly differs, or if the track hardly bends there.
class MeasureTimes {
 public:
  /// `entries`: the palette entries that move vertices. The model must pass checkModel.
  /// `sizeMetres`: of the model.
  MeasureTimes(const model::Model& model, const vat::BakedClip& clip, std::span<const std::uint32_t> entries,
               double sizeMetres);

  /// Ascending times between frame `interval` and the next, both excluded.
  std::vector<TimeBetween> between(std::uint32_t interval) const;
  /// Whether a track jumps in the interval that contains a frame (with a fraction): no rate reduces its error.
  bool jumpsNear(double frame) const;
  /// The sixteenths that between() omits.
  std::vector<TimeBetween> sixteenths(std::uint32_t interval) const;

 private:
  void addSteps(const std::vector<double>& times);
  /// Adds the samples of a point cache.
  void addSamples(const std::vector<double>& times);
  void addKeys(const model::Track& track, const std::vector<double>& times, std::size_t components, double leastBend);

  const vat::BakedClip& m_clip;
  std::uint32_t m_intervals = 0;
  double m_intervalSeconds = 0.0;
  std::vector<double> m_keys;  // of tracks that do not step: frames from the clip's first, ascending
  struct Step {
    double seconds = 0.0;  // of the source clip
    bool isBefore = false;
    friend bool operator==(const Step&, const Step&) = default;
  };
  std::vector<Step> m_steps;  // keys of tracks that step, and just before them, ascending
};

}  // namespace texeleton::bake
