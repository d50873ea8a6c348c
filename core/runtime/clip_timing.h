#pragma once

#include <cstdint>

#include "core/vat/baked_animation.h"

namespace texeleton::runtime {

/// The input of a shader: two absolute frames of the texture and the fraction between them in [0, 1).
struct AnimationTickOutput {
  std::uint32_t current = 0;
  std::uint32_t next = 0;
  float interpolate = 0.0f;

  friend bool operator==(const AnimationTickOutput&, const AnimationTickOutput&) = default;
};

/// The part of a baked clip that playback needs. A length that is not finite and positive counts as 0, a frame count of
/// 0 as 1; a clip without length shows its first frame and never loops.
struct ClipTiming {
  std::uint32_t frameBegin = 0;  ///< First frame in the texture.
  std::uint32_t frameCount = 1;
  double lengthSeconds = 0.0;
  bool loop = false;

  friend bool operator==(const ClipTiming&, const ClipTiming&) = default;
};

ClipTiming clipTiming(const vat::BakedClip& clip);

/// The length for playback: 0 unless finite and positive.
double playLength(const ClipTiming& timing);

/// Whether playback loops: the flag is set and the length is not 0.
bool playsAsLoop(const ClipTiming& timing);

/// Frames and fraction at `seconds` from the clip's start. Looping: position frac(t/L)·N, the last frame blends into
/// the first. Once: position clamp(t/L, 0, 1)·(N−1). Frames are in the clip's range for any number; a time that is not
/// finite counts as 0.
AnimationTickOutput sampleClip(const ClipTiming& timing, double seconds);

}  // namespace texeleton::runtime
