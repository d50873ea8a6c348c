#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/runtime/crowd_clock.h"

namespace texeleton::runtime {

/// The clips of a crowd, packed for tickCrowd(). Created once.
class CrowdClipTable {
 public:
  CrowdClipTable() = default;
  explicit CrowdClipTable(std::span<const CrowdClip> clips);

  std::size_t size() const { return m_words.size() / 2; }
  CrowdClip clip(std::size_t index) const;

  /// Two words per clip: first frame; number of frames and, in bit 16, whether it loops.
  std::span<const std::uint32_t> words() const { return m_words; }

 private:
  std::vector<std::uint32_t> m_words;
};

/// The instances of a crowd as a structure of arrays (the fields of CrowdPhase); all are equally long.
struct CrowdInstances {
  std::span<const std::uint32_t> clip;  ///< Into the table; clamped to its last entry.
  std::span<const std::uint32_t> phase;
  std::span<const std::int32_t> stepHigh;
  std::span<const std::uint16_t> stepLow;

  std::size_t size() const { return clip.size(); }
};

/// The frames that they show (the fields of AnimationTickOutput), as long as the instances.
struct CrowdFrames {
  std::span<std::uint32_t> current;
  std::span<std::uint32_t> next;
  std::span<float> interpolate;
};

/// Computes the frames that every instance shows at `clock`, in vector code: bit-identical to crowdOutput() on every
/// vector target. Allocates nothing. Returns false, without output, if the spans differ in length or the table is
/// empty.
bool tickCrowd(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
               const CrowdFrames& frames);

/// The same one by one, in scalar code: the reference.
bool tickCrowdScalar(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
                     const CrowdFrames& frames);

}  // namespace texeleton::runtime
