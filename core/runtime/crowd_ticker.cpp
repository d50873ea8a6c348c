#include "core/runtime/crowd_ticker.h"

#include <algorithm>

#include "core/runtime/crowd_ticker_kernel.h"

namespace texeleton::runtime {

namespace {

constexpr std::uint32_t kFrameCountMask = 0xffff;
constexpr std::uint32_t kClipLoopBit = 0x10000;

bool fits(const CrowdClipTable& clips, const CrowdInstances& in, const CrowdFrames& out) {
  const std::size_t count = in.size();
  return clips.size() > 0 && in.phase.size() == count && in.stepHigh.size() == count && in.stepLow.size() == count &&
         out.current.size() == count && out.next.size() == count && out.interpolate.size() == count;
}

void tickFrom(std::size_t first, const CrowdClipTable& clips, const CrowdInstances& in, const CrowdClock& clock,
              const CrowdFrames& out) {
  for (std::size_t i = first; i < in.size(); ++i) {
    const CrowdClip clip = clips.clip(std::min<std::size_t>(in.clip[i], clips.size() - 1));
    const AnimationTickOutput shown = crowdOutput(clip, {in.phase[i], in.stepHigh[i], in.stepLow[i]}, clock);
    out.current[i] = shown.current;
    out.next[i] = shown.next;
    out.interpolate[i] = shown.interpolate;
  }
}

}  // namespace

CrowdClipTable::CrowdClipTable(std::span<const CrowdClip> clips) {
  m_words.reserve(clips.size() * 2);
  for (const CrowdClip& clip : clips) {
    m_words.push_back(clip.frameBegin);
    m_words.push_back(std::clamp(clip.frameCount, 1u, kFrameCountMask) | (clip.loop ? kClipLoopBit : 0));
  }
}

CrowdClip CrowdClipTable::clip(std::size_t index) const {
  const std::uint32_t shape = m_words[2 * index + 1];
  return {m_words[2 * index], shape & kFrameCountMask, (shape & kClipLoopBit) != 0};
}

bool tickCrowd(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
               const CrowdFrames& frames) {
  if (!fits(clips, instances, frames)) {
    return false;
  }
  tickFrom(tickWholeVectors(clips, instances, clock, frames), clips, instances, clock, frames);
  return true;
}

bool tickCrowdScalar(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
                     const CrowdFrames& frames) {
  if (!fits(clips, instances, frames)) {
    return false;
  }
  tickFrom(0, clips, instances, clock, frames);
  return true;
}

}  // namespace texeleton::runtime
