#include "core/vat/frame_table.h"

#include <algorithm>

#include "core/vat/encoding.h"

namespace texeleton::vat {

namespace {

constexpr std::uint32_t kDigit = 1024;  ///< Numbers below it are exact as halves, with room for a sign.

/// The whole number in a texel with any content.
std::uint32_t wholeOf(float value, std::uint32_t largest) {
  return value > 0.0f ? static_cast<std::uint32_t>(std::min(value, static_cast<float>(largest))) : 0;  // 0 for NaN
}

}  // namespace

glm::vec4 encodeEntry(const FrameEntry& entry) {
  const auto way = static_cast<std::int64_t>(entry.to) - static_cast<std::int64_t>(entry.from);
  const std::uint32_t high = entry.from / kDigit;
  return {static_cast<float>(entry.from % kDigit), static_cast<float>(high),
          static_cast<float>(entry.step + kMaxFrameSteps * (entry.steps - 1)), static_cast<float>(way)};
}

FrameEntry decodeEntry(const glm::vec4& texel, std::uint32_t frameCount) {
  const std::uint32_t last = std::max(frameCount, 1u) - 1;
  FrameEntry entry;
  entry.from = std::min(wholeOf(texel.x, kDigit - 1) + kDigit * wholeOf(texel.y, kDigit - 1), last);
  const std::uint32_t code = wholeOf(texel.z, kMaxFrameSteps * kMaxFrameSteps - 1);
  entry.steps = code / kMaxFrameSteps + 1;
  entry.step = code % kMaxFrameSteps;
  const std::uint32_t back = std::min(wholeOf(-texel.w, kMaxStoredOfLoop), entry.from);
  entry.to = texel.w < 0.0f ? entry.from - back : std::min(entry.from + wholeOf(texel.w, 1), last);
  return entry;
}

TexelAddress entryAddress(const BakedAnimation& animation, std::uint32_t frame) {
  const TextureLayout& layout = animation.layout;
  const auto row = static_cast<std::uint32_t>(tableRow(encodingOf(animation), layout));
  return {frame % layout.width, row + frame / layout.width};
}

FrameEntry storedEntry(const BakedAnimation& animation, std::uint32_t frame) {
  if (animation.layout.tableFrames == 0) {
    return {frame, frame, 0, 1};
  }
  const TexelAddress at = entryAddress(animation, frame);
  return decodeEntry(animation.texels.texel(at.x, at.y), animation.layout.frameCount);
}

StoredFrames storedFrames(const BakedAnimation& animation, std::uint32_t frame, std::uint32_t next, double fraction) {
  if (animation.layout.tableFrames == 0) {
    return {frame, next, fraction};
  }
  const FrameEntry entry = storedEntry(animation, frame);
  return {entry.from, entry.to, (entry.step + fraction) / entry.steps};
}

std::uint32_t storedFrameCount(const BakedAnimation& animation, const BakedClip& clip) {
  if (animation.layout.tableFrames == 0) {
    return clip.frameCount;
  }
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < clip.frameCount; ++i) {
    count += storedEntry(animation, clip.frameBegin + i).step == 0 ? 1 : 0;
  }
  return count;
}

StoredRange storedRange(const BakedAnimation& animation, const BakedClip& clip) {
  const std::uint32_t begin = storedEntry(animation, clip.frameBegin).from;
  return {begin, begin + storedFrameCount(animation, clip)};
}

std::optional<ClipFrame> clipFrameOf(const BakedAnimation& animation, std::uint32_t stored) {
  for (std::size_t i = 0; i < animation.clips.size(); ++i) {
    const BakedClip& clip = animation.clips[i];
    if (animation.layout.tableFrames == 0) {
      if (stored >= clip.frameBegin && stored - clip.frameBegin < clip.frameCount) {
        return ClipFrame{i, stored - clip.frameBegin};
      }
      continue;
    }
    for (std::uint32_t frame = 0; frame < clip.frameCount; ++frame) {
      const FrameEntry entry = storedEntry(animation, clip.frameBegin + frame);
      if (entry.step == 0 && entry.from == stored) {
        return ClipFrame{i, frame};
      }
    }
  }
  return std::nullopt;
}

std::optional<Message> checkFrameTable(const BakedAnimation& animation) {
  if (animation.layout.tableFrames == 0) {
    return std::nullopt;
  }
  std::uint32_t stored = 0;  // of the previous clips
  for (const BakedClip& clip : animation.clips) {
    const std::uint32_t first = stored;
    FrameEntry before{first, first, 0, 1};
    for (std::uint32_t i = 0; i < clip.frameCount; ++i) {
      const TexelAddress at = entryAddress(animation, clip.frameBegin + i);
      const glm::vec4 texel = animation.texels.texel(at.x, at.y);
      const FrameEntry entry = decodeEntry(texel, animation.layout.frameCount);
      const bool goesOn = i != 0 && before.step + 1 < before.steps;
      stored += goesOn ? 0 : 1;
      const FrameEntry wanted = goesOn ? FrameEntry{before.from, before.to, before.step + 1, before.steps}
                                       : FrameEntry{stored - 1, entry.to, 0, entry.steps};
      const bool ends = i + (entry.steps - entry.step) >= clip.frameCount;
      const std::uint32_t to = !ends ? wanted.from + 1 : clip.loop ? first : wanted.from;
      const bool stays = ends && !clip.loop && entry.steps != 1;
      if (encodeEntry(entry) != texel || entry != wanted || entry.to != to || stays ||
          i + (entry.steps - entry.step) > clip.frameCount) {
        return message("the frame table's entry %1 (clip \"%2\") does not follow from the entries before it",
                       clip.frameBegin + i, clip.name);
      }
      before = entry;
    }
  }
  if (stored != animation.layout.frameCount) {
    return message("the frame table names %1 stored frames, the texture has %2", stored, animation.layout.frameCount);
  }
  return std::nullopt;
}

}  // namespace texeleton::vat
