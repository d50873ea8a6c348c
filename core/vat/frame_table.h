#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>

#include "core/base/message.h"
#include "core/vat/baked_animation.h"

namespace texeleton::vat {

// A texture may store only some of its clips' frames. After frames and constants it then holds a table with one texel
// for each frame of each clip, in order (core/pack/FORMAT.md, "Frame table").

/// The largest step from one stored frame to the next.
inline constexpr std::uint32_t kMaxFrameSteps = 32;
/// Maximum number of stored frames of a looping clip of a texture with a table: the step from the last back to the
/// first is stored in a half float.
inline constexpr std::uint32_t kMaxStoredOfLoop = 2048;

/// Position of a frame: `step` of `steps` of the way from one stored frame to another.
struct FrameEntry {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t step = 0;
  std::uint32_t steps = 1;

  friend bool operator==(const FrameEntry&, const FrameEntry&) = default;
};

/// The texel of an entry, exact as halves: (from mod 1,024, from div 1,024, step + 32·(steps − 1), to − from).
glm::vec4 encodeEntry(const FrameEntry& entry);
/// The entry of a texel (with any content) of a texture that stores `frameCount` frames.
FrameEntry decodeEntry(const glm::vec4& texel, std::uint32_t frameCount);

/// The texel of a frame's entry. Only of textures that have a table.
TexelAddress entryAddress(const BakedAnimation& animation, std::uint32_t frame);
/// Returns the entry of a frame (`frameBegin` + n); without a table, from the frame to itself.
FrameEntry storedEntry(const BakedAnimation& animation, std::uint32_t frame);

/// Two stored frames, and the share of the second.
struct StoredFrames {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double share = 0.0;
};
/// Returns the stored frames of a moment between a frame and the next (AnimationTickOutput), `fraction` of the way.
StoredFrames storedFrames(const BakedAnimation& animation, std::uint32_t frame, std::uint32_t next, double fraction);

/// Stored frames of a clip.
std::uint32_t storedFrameCount(const BakedAnimation& animation, const BakedClip& clip);

/// Stored frames [begin, end) of a clip.
struct StoredRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
StoredRange storedRange(const BakedAnimation& animation, const BakedClip& clip);

/// The clip of a stored frame, and its index in that clip; nothing for frames of no clip.
struct ClipFrame {
  std::size_t clip = 0;
  std::uint32_t frame = 0;
};
std::optional<ClipFrame> clipFrameOf(const BakedAnimation& animation, std::uint32_t stored);

/// Checks the entries of a pack whose layout is valid; returns the first error, if any.
std::optional<Message> checkFrameTable(const BakedAnimation& animation);

}  // namespace texeleton::vat
