#include "app/editor/view/motion_recording.h"

#include <algorithm>
#include <utility>

#include "core/ragdoll/recording.h"

namespace texeleton::editor {

MotionRecording::MotionRecording(std::shared_ptr<const model::Model> model, std::span<const glm::dmat4> first)
    : m_model(std::move(model)), m_poses(*m_model, kRateHz), m_last(first.begin(), first.end()) {
  m_poses.add(m_last);
}

void MotionRecording::advance(double seconds, const std::function<void(double)>& step,
                              const std::function<std::vector<glm::dmat4>(double left)>& pose) {
  constexpr double kApart = 1.0 / kRateHz;
  while (m_owed + seconds >= kApart - 1e-9) {
    const double next = kApart - m_owed;
    step(next);
    seconds -= next;
    if (const std::vector<glm::dmat4> worlds = pose(seconds); !worlds.empty()) {
      m_last = worlds;
    }
    m_poses.add(m_last);
    m_owed = 0.0;
  }
  step(std::max(seconds, 0.0));
  m_owed += std::max(seconds, 0.0);
}

Result<std::string> MotionRecording::file(const std::string& name) const {
  return m_poses.poseCount() < 2 ? std::string() : ragdoll::motionFile(*m_model, m_poses.clip(name));
}

}  // namespace texeleton::editor
