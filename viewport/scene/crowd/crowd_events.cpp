#include "viewport/scene/crowd/crowd_events.h"

#include <algorithm>
#include <unordered_set>

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMostFlashes = 1024;
constexpr double kSecondsPerCrowdTick = 1.0 / runtime::kTicksPerSecond;

}  // namespace

CrowdEvents::CrowdEvents(std::shared_ptr<const vat::BakedAnimation> animation, const Crowd& crowd)
    : m_animation(std::move(animation)) {
  for (const vat::BakedClip& clip : m_animation->clips) {
    m_tracks.push_back(runtime::eventTrack(clip));
  }
  listen(crowd, crowd.ticks() == 0 ? runtime::EventScheduler::AtStart::Fire : runtime::EventScheduler::AtStart::Skip);
}

void CrowdEvents::listen(const Crowd& crowd, runtime::EventScheduler::AtStart atStart) {
  m_scheduler = {};
  m_clips.assign(crowd.size(), 0);
  for (std::uint32_t i = 0; i < m_clips.size(); ++i) {
    const CrowdMotion motion = crowd.motion(i);
    m_clips[i] = motion.clip;
    if (!m_tracks[motion.clip].events.empty()) {
      const double passed = static_cast<double>(crowd.ticks() - motion.sinceTicks) * kSecondsPerCrowdTick;
      m_scheduler.set(i, m_tracks[motion.clip], motion.speed, motion.startSeconds + motion.speed * passed,
                      crowd.ticks(), atStart);
    }
  }
  if (const auto& layer = crowd.layer(); layer && !m_tracks[layer->clip].events.empty()) {
    m_layerClip = layer->clip;
    for (std::uint32_t i = 0; i < m_clips.size(); ++i) {
      m_scheduler.set(static_cast<std::uint32_t>(m_clips.size()) + i, m_tracks[layer->clip], layer->speed,
                      crowd.layerSeconds(i), crowd.ticks(), atStart);
    }
  }
  m_identity = crowd.identity();
  m_fades = crowd.faded().size();
  m_seconds = crowd.seconds();
  m_recent.clear();
  m_flashes.clear();
}

void CrowdEvents::advance(const Crowd& crowd) {
  m_lastStep.clear();
  m_dropped = false;
  if (crowd.identity() != m_identity || crowd.size() != m_clips.size() || crowd.seconds() < m_seconds ||
      crowd.seconds() > m_seconds + kJumpSeconds) {
    listen(crowd, runtime::EventScheduler::AtStart::Skip);
    return;
  }
  // Events before a fade come from the previous clip; a fade at the same moment comes after them.
  const auto& faded = crowd.faded();
  const auto takeUntil = [&](std::uint64_t ticks) {
    while (const auto event = m_scheduler.next(ticks)) {
      if (m_lastStep.size() == kMostPerStep) {
        m_dropped = true;
        listen(crowd, runtime::EventScheduler::AtStart::Skip);
        return;
      }
      take(*event);
    }
  };
  for (; m_fades < faded.size(); ++m_fades) {
    const std::uint32_t instance = faded[m_fades];
    const CrowdMotion motion = crowd.motion(instance);
    takeUntil(motion.sinceTicks);
    m_clips[instance] = motion.clip;
    m_scheduler.set(instance, m_tracks[motion.clip], motion.speed, motion.startSeconds, motion.sinceTicks);
  }
  takeUntil(crowd.ticks());
  m_seconds = crowd.seconds();
  updateFlashes();
}

void CrowdEvents::take(const runtime::CrowdEvent& event) {
  const double seconds = static_cast<double>(event.tick) * kSecondsPerCrowdTick;
  const auto count = static_cast<std::uint32_t>(m_clips.size());
  const bool ofLayer = event.instance >= count;
  const std::uint32_t instance = ofLayer ? event.instance - count : event.instance;
  m_lastStep.push_back({seconds, instance, ofLayer ? m_layerClip : m_clips[instance], std::string(event.event.name),
                        std::string(event.event.parameter), event.event.timeSeconds, event.event.loop});
  m_log.push_back(m_lastStep.back());
  if (m_log.size() > kLogLength) {
    m_log.pop_front();
  }
  m_recent.emplace_back(instance, seconds);
  if (m_recent.size() > kMostFlashes) {
    m_recent.pop_front();
  }
  ++m_fired;
}

void CrowdEvents::updateFlashes() {
  while (!m_recent.empty() && m_recent.front().second + kFlashSeconds <= m_seconds) {
    m_recent.pop_front();
  }
  m_flashes.clear();
  std::unordered_set<std::uint32_t> seen;
  for (auto recent = m_recent.rbegin(); recent != m_recent.rend(); ++recent) {
    if (seen.insert(recent->first).second) {
      const double age = std::max(0.0, m_seconds - recent->second) / kFlashSeconds;
      m_flashes.push_back({recent->first, static_cast<float>(1.0 - std::min(age, 1.0))});
    }
  }
}

}  // namespace texeleton::viewport
